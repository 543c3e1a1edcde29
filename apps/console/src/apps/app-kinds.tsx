import type { AppObject } from '@posthorn/contract'
import { Badge } from '../ui/badge.js'

/** What is special about an application. */
export function AppKinds({ app }: { app: AppObject }) {
  return (
    <>
      {app.is_public && <Badge>Public</Badge>}
      {app.is_trusted && <Badge look="accent">Trusted</Badge>}
    </>
  )
}
