import { useEffect } from 'react'
import { useUnread } from '../data/sidebar.js'

/** Sets the tab's title: unread mentions, the screen, and the team. */
export function usePageTitle(...parts: string[]): void {
  const { mentions } = useUnread()
  const title = [...parts, 'Posthorn'].join(' · ')
  useEffect(() => {
    document.title = mentions > 0 ? `(${mentions}) ${title}` : title
  }, [mentions, title])
}
