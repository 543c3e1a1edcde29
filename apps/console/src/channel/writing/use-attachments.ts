import { fileLimits } from '@posthorn/contract'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../data/client/failures.js'
import { untilLoaded } from '../../data/client/until-loaded.js'
import type { Place } from '../../data/posts/queries.js'

/** A file of a post that is being written. It has an `id` once it is uploaded. */
export type FileToSend = {
  key: number
  name: string
  size: number
  share: number
  id?: string
  trouble?: string
}

/** Uploads files for a post, several at once. */
export function useAttachments(place: Place) {
  const [list, setList] = useState<FileToSend[]>([])
  const [trouble, setTrouble] = useState<string>()
  const nextKey = useRef(0)
  const stops = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const { current } = stops
    return () => {
      for (const stop of current.values()) stop.abort()
    }
  }, [])
  const change = (key: number, part: Partial<FileToSend>) =>
    setList(now => now.map(one => (one.key === key ? { ...one, ...part } : one)))
  const upload = (file: File) => {
    const key = nextKey.current++
    const stop = new AbortController()
    stops.current.set(key, stop)
    setList(now => [...now, { key, name: file.name, size: file.size, share: 0 }])
    const onProgress = (share: number) => change(key, { share })
    untilLoaded(() => import('../../data/posts/files.js'))
      .then(({ uploadFile }) => uploadFile(place, file, { onProgress, signal: stop.signal }))
      .then(
        ({ id, name }) => change(key, { id, name, share: 1 }),
        error => change(key, { trouble: messageOf(error).title }),
      )
  }
  return {
    list,
    trouble,
    add: (files: Iterable<File>) => {
      const [all, room] = [[...files], fileLimits.mostPerPost - list.length]
      setTrouble(all.length > room ? `A post can have at most ${fileLimits.mostPerPost} files.` : undefined)
      for (const file of all.slice(0, room)) upload(file)
    },
    remove: (key: number) => {
      stops.current.get(key)?.abort()
      setTrouble(undefined)
      setList(now => now.filter(one => one.key !== key))
    },
    clear: () => setList([]),
    putBack: (files: FileToSend[]) => setList(now => [...files, ...now]),
    /** Whether all files are uploaded. */
    areReady: list.every(({ id }) => id !== undefined),
  }
}
