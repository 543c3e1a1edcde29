import { maxMessageLength } from '@posthorn/contract'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { useTakesFiles } from '../data/client/client-props.js'
import type { Place } from '../data/posts/queries.js'
import { useShortcut } from '../keyboard/shortcuts.js'
import { IconButton } from '../ui/button.js'
import { AttachButton, Attachments } from './writing/attach-button.js'
import { overLimit, PostField } from './writing/post-field.js'
import { useAttachments } from './writing/use-attachments.js'
import { useDroppedFiles } from './writing/use-dropped-files.js'
import { draftOf, keepDraft, useSend } from './writing/use-send.js'

type ComposerProps = {
  place: Place
  /** The post to reply to. */
  root?: string
  title: string
  autoFocus?: boolean
  onSent: () => void
}

/**
 * Writes a post. Enter sends, Shift+Enter starts a new line. The field is free for the next post at once. If sending fails, the
 * text and the files come back.
 */
export function Composer({ place, root, title, autoFocus = false, onSent }: ComposerProps) {
  const wrongId = useId()
  const label = root ? 'Reply' : `Write to ${title}`
  const { text, change, attachments, send, isSending, trouble } = useWriting({ place, root, onSent })
  const [form, field] = [useRef<HTMLFormElement>(null), useRef<HTMLTextAreaElement>(null)]
  const takesFiles = useTakesFiles()
  const dropped = useDroppedFiles(form, takesFiles ? attachments.add : undefined)
  useShortcut('c', root ? 'Write a reply' : 'Write a post', () => field.current?.focus())
  const tooMany = [...text].length - maxMessageLength
  const hasContent = text.trim() !== '' || attachments.list.length > 0
  const canSend = hasContent && tooMany <= 0 && attachments.areReady
  const submit = (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (!canSend) return
    send()
    field.current?.focus()
  }
  const wrong = tooMany > 0 ? overLimit(tooMany) : (attachments.trouble ?? trouble)
  const describedBy = wrong ? wrongId : undefined
  return (
    <form ref={form} onSubmit={submit} {...dropped} className="relative px-4 pt-1 pb-4">
      <Attachments list={attachments.list} onRemove={attachments.remove} />
      <PostField
        {...{ place, label, text, describedBy, autoFocus }}
        ref={field}
        onChange={change}
        onEnter={submit}
        onEscape={() => field.current?.blur()}
      >
        {takesFiles && <AttachButton onFiles={attachments.add} />}
        <IconButton icon="send" label="Send" type="submit" disabled={!canSend} />
      </PostField>
      {wrong && (
        <p id={wrongId} role="alert" className="mt-1 text-sm text-bad">
          {wrong}
        </p>
      )}
      {isSending && (
        <p role="status" className="absolute bottom-0 left-4 animate-appear text-xs text-quiet">
          Sending…
        </p>
      )}
    </form>
  )
}

/** The text and the files of the next post. */
function useWriting({
  place,
  root,
  onSent,
}: Pick<ComposerProps, 'place' | 'onSent'> & { root: string | undefined }) {
  const draft = root ?? place.channel
  const [text, setText] = useState(draftOf(draft) ?? '')
  const attachments = useAttachments(place)
  const change = (next: string) => {
    setText(next)
    keepDraft(draft, next)
  }
  const { send, ...sending } = useSend(place, {
    root,
    onSent,
    onFailed: ({ message, files }) => {
      change([message, draftOf(draft)].filter(Boolean).join('\n'))
      attachments.putBack(files)
    },
  })
  return {
    ...{ text, change, attachments, ...sending },
    send: () => {
      send({ message: text, files: attachments.list })
      change('')
      attachments.clear()
    },
  }
}
