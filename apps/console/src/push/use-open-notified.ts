import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Shows the post of a push notification that the user clicked while this page was open. */
export function useOpenNotified(): void {
  const { history } = useRouter()
  useEffect(() => {
    const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer } // absent over plain http
    const open = ({ data }: MessageEvent<{ open?: string }>) => {
      if (data.open?.startsWith('/')) history.push(data.open)
    }
    serviceWorker?.addEventListener('message', open)
    return () => serviceWorker?.removeEventListener('message', open)
  }, [history])
}
