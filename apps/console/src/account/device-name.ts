import type { SessionObject } from '@posthorn/contract'

/** What a session was begun with: `Chrome on Linux`, `curl`; by what it said of itself. */
export function deviceName({ props, device_id }: Pick<SessionObject, 'props' | 'device_id'>): string {
  const [name = ''] = props.browser?.split('/') ?? []
  if (name === '' || name === 'unknown') return device_id || 'A browser or program'
  const { os = 'unknown' } = props
  return os === 'unknown' ? name : `${name} on ${os}`
}
