import type { PostObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../../data/client/until-loaded.js'
import { isFromHook } from '../../data/posts/from-hook.js'
import { useMe } from '../../data/session.js'
import { membershipQuery, useTeam } from '../../data/teams.js'
import { Opening } from '../../server/states.js'
import { draftOf, editOf } from '../writing/use-send.js'

const EditPost = lazyPart(() => import('./edit-post.js'), 'EditPost')
const DeletePost = lazyPart(() => import('./delete-post.js'), 'DeletePost')

export type PostTask = 'edit' | 'delete'

/** Returns whether the user can edit and delete a post. Administrators can delete every post. */
export function useRightsToPost(post: PostObject): { canEdit: boolean; canDelete: boolean } {
  const { id: team } = useTeam()
  const me = useMe()
  const isOwn = post.user_id === me.id
  const isAdmin = me.roles.includes('system_admin')
  const { data: member } = useQuery({ ...membershipQuery(team, me.id), enabled: !isOwn && !isAdmin })
  const canDelete = isOwn || isAdmin || member?.roles.includes('team_admin') === true
  return { canEdit: isOwn && !isFromHook(post), canDelete }
}

/** What the user does with a post: it stays open when the pointer leaves. */
export function useOwnPost(post: PostObject, onClosed: () => void) {
  // a post that was scrolled away and comes back is still being edited
  const [task, setTask] = useState<PostTask | undefined>(() =>
    draftOf(editOf(post.id)) === undefined ? undefined : 'edit',
  )
  const close = () => {
    setTask(undefined)
    onClosed()
  }
  return {
    setTask,
    /** The post's text, or the field in its place. */
    body: (text: ReactNode) =>
      task === 'edit' ? (
        <Suspense fallback={text}>
          <EditPost post={post} onClose={close} />
        </Suspense>
      ) : (
        text
      ),
    dialog: task === 'delete' && (
      <Suspense fallback={<Opening onClose={close} />}>
        <DeletePost post={post} onClose={close} />
      </Suspense>
    ),
  }
}
