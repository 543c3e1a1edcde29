import type { PostFileObject } from '@posthorn/contract'
import { lazy, Suspense } from 'react'

const FileList = lazy(async () => ({ default: (await import('./file-list.js')).FileList }))

/** The files of a post. Their code is loaded with the first post that has some. */
export function PostFiles({ files = [] }: { files: PostFileObject[] | undefined }) {
  if (files.length === 0) return null
  return (
    <Suspense>
      <FileList files={files} />
    </Suspense>
  )
}
