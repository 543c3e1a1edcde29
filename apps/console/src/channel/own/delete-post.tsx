import type { PostObject } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/client/api.js'
import { changeWindows, replacePost } from '../../data/posts/windows.js'
import { useTeam } from '../../data/teams.js'
import { Confirm } from '../../server/confirm.js'

/** Asks before deleting a post. */
export function DeletePost({ post, onClose }: { post: PostObject; onClose: () => void }) {
  const { id: team } = useTeam()
  const client = useQueryClient()
  const { id, channel_id: channel, reply_count: replies = 0 } = post
  const doing = useMutation({
    mutationFn: () => api.deletePost({ params: { team, channel, post: id } }),
    onSuccess: () => {
      changeWindows(client, channel, window => replacePost(window, { ...post, delete_at: Date.now() }))
      onClose()
    },
  })
  return (
    <Confirm
      title="Delete this post?"
      action="Delete post"
      look="danger"
      {...{ doing, onClose }}
      onConfirm={() => doing.mutate()}
    >
      <p className="text-quiet">{replies > 0 ? 'Its replies are deleted, too. ' : ''}You can’t undo this.</p>
    </Confirm>
  )
}
