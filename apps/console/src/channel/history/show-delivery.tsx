import type { PostObject } from '@posthorn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { api } from '../../data/client/api.js'
import { isFromHook } from '../../data/posts/from-hook.js'
import { useMe } from '../../data/session.js'
import { membershipQuery, useTeam } from '../../data/teams.js'
import { FormError } from '../../server/states.js'
import { IconButton } from '../../ui/button.js'
import { Modal } from '../../ui/modal.js'

type ShowDeliveryProps = {
  post: PostObject
  /** The delivery of one of its versions, instead of the one that created it. */
  delivery?: string
}

/** Opens the delivery that created a hook's post or a version of it. For the hook's creator and administrators. */
export function ShowDelivery({ post, delivery = post.id }: ShowDeliveryProps) {
  const team = useTeam()
  const me = useMe()
  const navigate = useNavigate()
  const router = useRouter()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (_asked: { at: string }) =>
      api.getDeliveryOfPost({ params: { team: team.id, post: delivery } }),
    onSuccess: ({ delivery, hook_id: hook }, { at }) => {
      if (router.state.location.pathname !== at) return // the user has navigated elsewhere meanwhile
      return navigate({
        to: '/$team/integrations/incoming/$hook/deliveries/$delivery',
        params: { team: team.name, hook, delivery },
      })
    },
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
        onClick={() => isPending || mutate({ at: router.state.location.pathname })}
      />
      {error && (
        <Modal title="Can’t show the delivery" onClose={reset}>
          <FormError error={error} />
        </Modal>
      )}
    </>
  )
}
