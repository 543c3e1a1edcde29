import type { SessionObject } from '@posthorn/contract'

/** Names the device of a session by its User-Agent: `Chrome on Linux`, `curl`. */
export function deviceName({ props, device_id }: Pick<SessionObject, 'props' | 'device_id'>): string {
  const [name = ''] = props.browser?.split('/') ?? []
  if (name === '' || name === 'unknown') return device_id || 'Unknown browser or program'
  const { os = 'unknown' } = props
  return os === 'unknown' ? name : `${name} on ${os}`
}
