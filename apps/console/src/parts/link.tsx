import type { MouseEvent, ReactNode } from 'react'
import { goTo } from '../address.js'

type Props = { to: string; current: boolean; children: ReactNode }

/** A link within the console: no new page is loaded, unless asked for in a new tab or window. */
export function Link({ to, current, children }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a href={to} onClick={follow} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  )
}
