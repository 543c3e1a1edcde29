import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/client/api.js'
import { messageOf } from '../../data/client/failures.js'
import { askForHtml, type Place } from '../../data/posts/queries.js'
import { appendPost, changeWindows } from '../../data/posts/windows.js'
import type { FileToSend } from './use-attachments.js'

type Written = { message: string; files: FileToSend[] }

type UseSendOptions = {
  /** The post to reply to. */
  root: string | undefined
  onSent: () => void
  onFailed: (written: Written) => void
}

/** Sends posts, in the order in which they are written. Each is shown at once, even if the response arrives before the event. */
export function useSend({ team, channel }: Place, { root, onSent, onFailed }: UseSendOptions) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    scope: { id: `posts ${root ?? channel}` }, // the next one waits
    mutationFn: ({ message, files }: Written) =>
      api.createPost({
        params: { team, channel },
        query: askForHtml,
        body: {
          message,
          channel_id: channel,
          file_ids: files.flatMap(({ id }) => id ?? []),
          ...(root && { root_id: root }),
        },
      }),
    onSuccess: post => {
      changeWindows(client, channel, (window, shown) => appendPost(window, shown, post))
      onSent()
    },
    onError: (_, written) => onFailed(written),
  })
  return { send: mutate, isSending: isPending, trouble: error && messageOf(error).title }
}

/** Unsent texts by channel, thread or edited post, until the page is closed. */
const drafts = new Map<string, string>()

/** The name of the text that replaces a post's. */
export const editOf = (post: string): string => `edit ${post}`

export function draftOf(name: string): string | undefined {
  return drafts.get(name)
}

export function keepDraft(name: string, text: string): void {
  drafts.set(name, text)
}

export function dropDraft(name: string): void {
  drafts.delete(name)
}
