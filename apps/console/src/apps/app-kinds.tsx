import type { AppObject } from '@posthorn/contract'
import { Badge } from '../ui/badge.js'

/** Badges for public and trusted applications. */
export function AppKinds({ app }: { app: AppObject }) {
  return (
    <>
      {app.is_public && <Badge>Public</Badge>}
      {app.is_trusted && <Badge look="accent">Trusted</Badge>}
    </>
  )
}
