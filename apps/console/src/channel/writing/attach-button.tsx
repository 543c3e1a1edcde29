import { Suspense, useRef } from 'react'
import { lazyPart } from '../../data/client/until-loaded.js'
import { IconButton } from '../../ui/button.js'
import type { FileToSend } from './use-attachments.js'

const List = lazyPart(() => import('./attachments.js'), 'Attachments')

/** The files of a post that is being written. Their code is loaded with the first file. */
export function Attachments(props: { list: FileToSend[]; onRemove: (key: number) => void }) {
  if (props.list.length === 0) return null
  return (
    <Suspense>
      <List {...props} />
    </Suspense>
  )
}

/** Chooses files from the device. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = '' // the same file can be chosen again
        }}
      />
      <IconButton icon="attach" label="Attach files" type="button" onClick={() => input.current?.click()} />
    </>
  )
}
