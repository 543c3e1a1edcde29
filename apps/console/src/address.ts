import { useSyncExternalStore } from 'react'

/** What is shown, as the URL says it: `/first-team/channels/builds`. */
export type Address = { team: string; channel: string }

export function readAddress(pathname: string): Address {
  const [team = '', word, channel = ''] = pathname.split('/').filter(Boolean).map(decode)
  return { team, channel: word === 'channels' ? channel : '' }
}

export function addressOf({ team, channel }: Address): string {
  return `/${encodeURIComponent(team)}/channels/${encodeURIComponent(channel)}`
}

export function useAddress(): Address {
  return readAddress(useSyncExternalStore(onMove, () => window.location.pathname))
}

/** Go there; `replace` when nobody asked for the page before, so that Back does not lead to it. */
export function goTo(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') window.history.pushState(null, '', path)
  else window.history.replaceState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

function onMove(moved: () => void): () => void {
  window.addEventListener('popstate', moved)
  return () => window.removeEventListener('popstate', moved)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a stray % is part of the name, which then is nobody's
  }
}
