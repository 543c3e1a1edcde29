import { teamLimits } from '@posthorn/contract'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { nameFor } from '../channel/name-for.js'
import { api } from '../data/client/api.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/forms/field.js'
import { Modal } from '../ui/modal.js'

/** A button that creates a team. */
export function NewTeam() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" icon="plus" onClick={() => setOpen(true)}>
        New team
      </Button>
      {isOpen && <CreateTeam onClose={() => setOpen(false)} />}
    </>
  )
}

function CreateTeam({ onClose }: { onClose: () => void }) {
  const form = useId()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const name = nameFor(title)
  const { mutate, isPending, error } = useAdminister(
    () => api.createTeam({ body: { name, display_name: title.trim(), type: 'O' } }),
    { onDone: ({ id: team }) => void navigate({ to: '/admin/teams/$team', params: { team } }) },
  )
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="primary" busy={isPending} disabled={name.length < 2}>
        Create team
      </Button>
    </>
  )
  return (
    <Modal title="New team" onClose={onClose} actions={actions}>
      <form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          mutate()
        }}
        className="flex flex-col gap-4"
      >
        <Field
          label="Name"
          hint={
            name
              ? `Its URLs contain ${name}. You can’t change that later.`
              : 'URLs use its letters and digits.'
          }
          value={title}
          maxLength={teamLimits.displayNameChars}
          onChange={event => setTitle(event.target.value)}
          required
        />
        <p className="text-sm text-quiet">You become its first member and administrator.</p>
        {error && <FormError error={error} />}
      </form>
    </Modal>
  )
}
