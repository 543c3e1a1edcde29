import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { extendWindow, type Place } from '../data/posts.js'

/** Fetches the next page on a side of the window, one at a time. What could not be had is asked for when it is near again. */
export function useExtend({ team, channel }: Place, around: string | undefined) {
  const client = useQueryClient()
  const underWay = useRef(new Set<'before' | 'after'>())
  return useCallback(
    (side: 'before' | 'after') => {
      if (underWay.current.has(side)) return
      underWay.current.add(side)
      extendWindow(client, { team, channel }, around, side)
        .catch(() => {}) // the bar above says that the server is away
        .finally(() => underWay.current.delete(side))
    },
    [client, team, channel, around],
  )
}
