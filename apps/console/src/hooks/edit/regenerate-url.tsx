import { type HookObject, keyOverlapSeconds } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { hookTitle, invalidateHooks, keepHookUrl, useHook } from '../../data/hooks.js'
import { useMe } from '../../data/session.js'
import { useTeam } from '../../data/teams.js'
import { Confirm } from '../../server/confirm.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/forms/field.js'

/** Asks how long the old URL stays valid, creates a new one, and shows it. */
export function RegenerateUrl() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="key" onClick={() => setOpen(true)}>
        Regenerate URL
      </Button>
      {isOpen && <Regenerate onClose={() => setOpen(false)} />}
    </>
  )
}

/** Creates a new URL and shows it. The old one stays valid for some seconds. */
function useRegenerate(overlap_seconds: number, onDone: () => void) {
  const team = useTeam()
  const { id } = useHook()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.rotateHookKey({ params: { team: team.id }, body: { id, overlap_seconds } }),
    onSuccess: async hook => {
      keepHookUrl(client, hook)
      await invalidateHooks(client)
      onDone()
      const params = { team: team.name, hook: id }
      await navigate({ to: '/$team/integrations/incoming/$hook/connect', params })
    },
  })
}

const hourSeconds = 3600
const daySeconds = 86_400

const overlaps = [
  { seconds: 0, words: 'Stop it now, because it has leaked' },
  { seconds: hourSeconds, words: 'One hour' },
  { seconds: daySeconds, words: 'One day' },
  { seconds: 7 * daySeconds, words: 'One week' },
  { seconds: 30 * daySeconds, words: '30 days' },
]

/** Asks how long the old URL stays valid, and creates a new one. */
function Regenerate({ onClose }: { onClose: () => void }) {
  const hook = useHook()
  const [overlap, setOverlap] = useState<number>(keyOverlapSeconds)
  const doing = useRegenerate(overlap, onClose)
  const title = `Regenerate the URL of ${hookTitle(hook)}`
  return (
    <Confirm {...{ title, doing, onClose }} action="Regenerate" onConfirm={() => doing.mutate()}>
      <p className="text-quiet">
        You get a new URL for its senders. Until you give it to them, they use the old one.
      </p>
      <NotYourHook hook={hook} what="The new URL posts" />
      <Overlap seconds={overlap} onChange={setOverlap} />
    </Confirm>
  )
}

function Overlap({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  return (
    <Select
      label="Keep the old URL valid for"
      hint={
        seconds === 0
          ? 'Calls to the old URL are refused from now on.'
          : 'Both URLs work until then. After that, calls to the old one are refused.'
      }
      value={seconds}
      onChange={event => onChange(Number(event.target.value))}
    >
      {overlaps.map(({ seconds, words }) => (
        <option key={seconds} value={seconds}>
          {words}
        </option>
      ))}
    </Select>
  )
}

type Restricted = { hook: HookObject; maker: NonNullable<HookObject['url_made_by']> }

/** Warns that the creator has not consented to a URL, and explains how to consent. */
export function UrlMadeBy({ hook, maker }: Restricted) {
  const isCreator = useMe().id === hook.user_id
  return (
    <section aria-label="Restricted URL" className="rounded-lg bg-warn-soft px-4 py-2 text-warn">
      @{maker.username} regenerated its URL, so it posts only to channels that both they and{' '}
      {isCreator ? 'you' : 'its creator'} can read, and sends no direct messages.{' '}
      {isCreator ? 'Regenerate it to make it yours.' : 'Its creator can regenerate it to make it theirs.'}
    </section>
  )
}

/** Warns users who are not the hook's creator. `what` is what they are about to create or send, with its verb. */
export function NotYourHook({ hook, what }: { hook: HookObject; what: string }) {
  if (useMe().id === hook.user_id) return null
  return (
    <p className="text-sm text-quiet">
      You did not create this webhook. {what} only to channels that both you and its creator can read, and
      can’t send direct messages.
    </p>
  )
}
