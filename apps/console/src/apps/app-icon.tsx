import type { AppObject } from '@posthorn/contract'
import { Avatar } from '../ui/avatar.js'

/** An application's icon, loaded over https only. */
export function AppIcon({ app, size }: { app: Pick<AppObject, 'name' | 'icon_url'>; size?: 'md' | 'lg' }) {
  const src = app.icon_url.startsWith('https://') ? app.icon_url : undefined
  return <Avatar name={app.name} src={src} {...(size && { size })} />
}
