import { maxChannelDisplayNameLength } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/teams.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/forms/field.js'
import { Toggle } from '../ui/forms/toggle.js'
import { Modal } from '../ui/modal.js'
import { nameFor } from './name-for.js'

/** Creates a channel and opens it. */
function useCreate(onDone: () => void) {
  const team = useTeam()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: { name: string; display_name: string; type: string }) =>
      api.createChannel({ params: { team: team.id }, body }),
    onSuccess: async ({ name }) => {
      await Promise.all(
        ['channels', 'memberships'].map(key => client.invalidateQueries({ queryKey: [key, team.id] })),
      )
      onDone()
      await navigate({ to: '/$team/channels/$channel', params: { team: team.name, channel: name } })
    },
  })
}

/** A button that creates a channel. */
export function NewChannel() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        New channel
      </Button>
      {isOpen && <Create onClose={() => setOpen(false)} />}
    </>
  )
}

function Create({ onClose }: { onClose: () => void }) {
  const form = useId()
  const [title, setTitle] = useState('')
  const [isPrivate, setPrivate] = useState(false)
  const name = nameFor(title)
  const { mutate, isPending, error } = useCreate(onClose)
  return (
    <Modal
      title="New channel"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={isPending} disabled={name.length < 2}>
            Create channel
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          mutate({ name, display_name: title.trim(), type: isPrivate ? 'P' : 'O' })
        }}
        className="flex flex-col gap-4"
      >
        <Field
          label="Name"
          hint={
            name ? `URLs and payloads use the name ${name}.` : 'URLs and payloads use its letters and digits.'
          }
          value={title}
          maxLength={maxChannelDisplayNameLength}
          onChange={event => setTitle(event.target.value)}
          required
        />
        <Toggle
          label="Private"
          hint="Only members see it. Other people’s webhooks can’t post to it."
          checked={isPrivate}
          onChange={setPrivate}
        />
        {error && <FormError error={error} />}
      </form>
    </Modal>
  )
}
