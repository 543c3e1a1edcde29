import type { WholeDelivery } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../data/client/api.js'
import { isErased } from '../data/deliveries.js'
import { useTeam } from '../data/teams.js'
import { focusMain } from '../layout/skip-link.js'
import { Confirm } from '../server/confirm.js'
import { Button } from '../ui/button.js'
import { Toggle } from '../ui/forms/toggle.js'
import { toast } from '../ui/toast.js'

type OfDelivery = { delivery: WholeDelivery }

/** Erases what is stored of a delivery's request, and its posts if wanted. Shows nothing once both are erased. */
export function EraseRequest({ delivery }: OfDelivery) {
  const [isAsking, setAsking] = useState(false)
  const isLeft = !isErased(delivery) || hasPosts(delivery)
  const wasLeft = useRef(isLeft)
  useEffect(() => {
    if (wasLeft.current && !isLeft) focusMain() // the button had the focus
    wasLeft.current = isLeft
  }, [isLeft])
  if (!isLeft) return null
  return (
    <div className="border-t border-line pt-4">
      <Button look="danger" onClick={() => setAsking(true)}>
        Erase stored request
      </Button>
      {isAsking && <Ask delivery={delivery} onClose={() => setAsking(false)} />}
    </div>
  )
}

const hasPosts = ({ posts }: WholeDelivery) => posts.some(({ delete_at }) => delete_at === 0)

function Ask({ delivery, onClose }: OfDelivery & { onClose: () => void }) {
  const { id, hook_id: hook } = delivery
  const team = useTeam()
  const [posts, setPosts] = useState(false)
  const client = useQueryClient()
  const doing = useMutation({
    mutationFn: () => api.eraseDelivery({ params: { team: team.id, hook, delivery: id }, body: { posts } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['deliveries', hook] })
      onClose()
      toast(posts ? 'Request and posts erased' : 'Request erased')
    },
  })
  const asking = {
    title: 'Erase the stored request?',
    action: 'Erase request',
    look: 'danger',
    doing,
  } as const
  return (
    <Confirm {...asking} onConfirm={() => doing.mutate()} onClose={onClose}>
      <p className="text-quiet">
        This erases the payload and the sender, also of its replays. You can’t replay it afterwards. The time
        and the outcome stay. You can’t undo this.
      </p>
      {hasPosts(delivery) && (
        <Toggle label="Delete the posts of this delivery, too" checked={posts} onChange={setPosts} />
      )}
    </Confirm>
  )
}
