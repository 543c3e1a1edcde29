import { maxMessageLength } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, type DragEvent, type SubmitEvent, useId, useRef, useState } from 'react'
import { api } from '../data/client/api.js'
import { messageOf } from '../data/client/errors.js'
import { askForHtml, type Place } from '../data/posts/queries.js'
import { appendPost, changeWindows } from '../data/posts/windows.js'
import { useShortcut } from '../keyboard/shortcuts.js'
import { IconButton } from '../ui/button.js'
import { AttachButton, Attachments } from './writing/attach-button.js'
import { draftOf, keepDraft } from './writing/drafts.js'
import { overLimit } from './writing/over-limit.js'
import { PostField } from './writing/post-field.js'
import { useAttachments } from './writing/use-attachments.js'

type ComposerProps = {
  place: Place
  /** The post to reply to. */
  root?: string
  title: string
  onSent: () => void
}

/** Writes a post. Enter sends, Shift+Enter starts a new line. The text stays if sending fails. */
export function Composer({ place, root, title, onSent }: ComposerProps) {
  const wrongId = useId()
  const label = root ? 'Reply' : `Write to ${title}`
  const draft = root ?? place.channel
  const [text, setText] = useState(draftOf(draft) ?? '')
  const attachments = useAttachments(place)
  const { send, isSending, trouble } = useSend(place, root, () => {
    change('')
    attachments.clear()
    onSent()
  })
  const change = (next: string) => {
    setText(next)
    keepDraft(draft, next)
  }
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcut('c', root ? 'Write a reply' : 'Write a post', () => field.current?.focus())
  const tooMany = [...text].length - maxMessageLength
  const hasContent = text.trim() !== '' || attachments.ids.length > 0
  const canSend = hasContent && tooMany <= 0 && attachments.areReady
  const submit = (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (canSend && !isSending) send({ message: text, fileIds: attachments.ids })
  }
  const wrong = tooMany > 0 ? overLimit(tooMany) : (attachments.trouble ?? trouble)
  const describedBy = wrong ? wrongId : undefined
  return (
    <form onSubmit={submit} {...dropping(attachments.add)} className="px-4 pt-1 pb-4">
      <Attachments list={attachments.list} onRemove={attachments.remove} />
      <PostField
        {...{ place, label, text, describedBy }}
        ref={field}
        onChange={change}
        onEnter={submit}
        onEscape={() => field.current?.blur()}
      >
        <AttachButton onFiles={attachments.add} />
        <IconButton icon="send" label="Send" type="submit" disabled={!canSend} />
      </PostField>
      {wrong && (
        <p id={wrongId} role="alert" className="mt-1 text-sm text-bad">
          {wrong}
        </p>
      )}
    </form>
  )
}

/** Takes files that are dropped or pasted. Text is pasted as usual. */
function dropping(add: (files: Iterable<File>) => void) {
  const take = (event: { preventDefault: () => void }, { files }: DataTransfer) => {
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  }
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
  }
}

/** Posts a message and shows it at once, even if the response arrives before the event. */
function useSend({ team, channel }: Place, root: string | undefined, onSent: () => void) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ message, fileIds }: { message: string; fileIds: string[] }) =>
      api.createPost({
        params: { team, channel },
        query: askForHtml,
        body: { message, channel_id: channel, file_ids: fileIds, ...(root && { root_id: root }) },
      }),
    onSuccess: post => {
      changeWindows(client, channel, (window, shown) => appendPost(window, shown, post))
      onSent()
    },
  })
  return { send: mutate, isSending: isPending, trouble: error && messageOf(error).title }
}
