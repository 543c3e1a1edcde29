import type { PostFileObject } from '@posthorn/contract'
import { Suspense } from 'react'
import { lazyPart } from '../../data/client/until-loaded.js'

const FileList = lazyPart(() => import('./file-list.js'), 'FileList')

/** The files of a post. Their code is loaded with the first post that has some. */
export function PostFiles({ files = [] }: { files: PostFileObject[] | undefined }) {
  if (files.length === 0) return null
  return (
    <Suspense>
      <FileList files={files} />
    </Suspense>
  )
}
