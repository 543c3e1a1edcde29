import type { PostObject } from '@posthorn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../data/api.js'
import { useTeam } from '../data/current-team.js'
import { useMe } from '../data/session.js'
import { membershipQuery } from '../data/teams.js'
import { IconButton } from '../ui/button.js'
import { FormError } from '../ui/form-error.js'
import { Modal } from '../ui/modal.js'
import { isFromHook } from './rows.js'

/** Leads from a hook's post to the delivery that it came from: for the hook's creator, whose post it is, and administrators. */
export function ShowDelivery({ post }: { post: PostObject }) {
  const team = useTeam()
  const me = useMe()
  const navigate = useNavigate()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api.getDeliveryOfPost({ params: { team: team.id, post: post.id } }),
  })
  const show = () =>
    mutate(undefined, {
      // a callback of this call: who has gone elsewhere meanwhile stays there
      onSuccess: ({ delivery, hook_id: hook }) =>
        navigate({
          to: '/$team/integrations/incoming/$hook/deliveries/$delivery',
          params: { team: team.name, hook, delivery },
        }),
    })
  const isOwn = post.user_id === me.id || me.roles.includes('system_admin')
  const enabled = isFromHook(post) && !isOwn
  const { data: member } = useQuery({ ...membershipQuery(team.id, me.id), enabled })
  const isTheirs = isOwn || member?.roles.includes('team_admin')
  if (!isFromHook(post) || !isTheirs) return null
  return (
    <>
      <IconButton
        icon="webhook"
        label="Show delivery"
        className="size-7"
        disabled={isPending}
        onClick={show}
      />
      {error && (
        <Modal title="Its delivery cannot be shown" onClose={reset}>
          <FormError error={error} />
        </Modal>
      )}
    </>
  )
}
