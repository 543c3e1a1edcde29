import { maxMessageLength, type PostObject } from '@posthorn/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../data/client/api.js'
import { messageOf } from '../../data/client/failures.js'
import { useTeam } from '../../data/teams.js'
import { Button } from '../../ui/button.js'
import { overLimit, PostField } from '../writing/post-field.js'
import { draftOf, dropDraft, editOf, keepDraft } from '../writing/use-send.js'

/** Edits the text of a post in its place. Enter saves, Esc cancels. */
export function EditPost({ post, onClose }: { post: PostObject; onClose: () => void }) {
  const { id: team } = useTeam()
  const wrongId = useId()
  const [text, setText] = useState(draftOf(editOf(post.id)) ?? post.message)
  const close = () => {
    dropDraft(editOf(post.id))
    onClose()
  }
  const { save, isSaving, trouble } = useSave(team, post, close)
  const change = (next: string) => {
    setText(next)
    keepDraft(editOf(post.id), next)
  }
  const tooMany = [...text].length - maxMessageLength
  const isEmpty = text.trim() === ''
  const submit = () => {
    if (text === post.message) close()
    else if (!isEmpty && tooMany <= 0 && !isSaving) save(text)
  }
  const wrong = tooMany > 0 ? overLimit(tooMany) : trouble
  return (
    <div className="flex flex-col gap-2 py-1">
      <PostField
        place={{ team, channel: post.channel_id }}
        label="Edit post"
        describedBy={wrong ? wrongId : undefined}
        autoFocus
        {...{ text }}
        onChange={change}
        onEnter={submit}
        onEscape={close}
      >
        {null}
      </PostField>
      {wrong && (
        <p id={wrongId} role="alert" className="text-sm text-bad">
          {wrong}
        </p>
      )}
      <div className="flex gap-2">
        <Button look="primary" busy={isSaving} disabled={isEmpty || tooMany > 0} onClick={submit}>
          Save
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </div>
  )
}

/** Saves the text. The live event brings its HTML. */
function useSave(team: string, post: PostObject, onSaved: () => void) {
  const { id, channel_id: channel } = post
  const { mutate, isPending, error } = useMutation({
    mutationFn: (message: string) => api.updatePost({ params: { team, channel }, body: { id, message } }),
    onSuccess: onSaved,
  })
  return { save: mutate, isSaving: isPending, trouble: error && messageOf(error).title }
}
