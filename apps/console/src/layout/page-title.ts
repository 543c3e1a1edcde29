import { useEffect } from 'react'
import { useUnread } from '../data/sidebar.js'

/** The tab's title: how often somebody was mentioned, what is shown, and where. */
export function usePageTitle(...parts: string[]): void {
  const { mentions } = useUnread()
  const title = [...parts, 'Posthorn'].join(' · ')
  useEffect(() => {
    document.title = mentions > 0 ? `(${mentions}) ${title}` : title
  }, [mentions, title])
}
