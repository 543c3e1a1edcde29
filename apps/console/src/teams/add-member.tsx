import type { TeamObject } from '@posthorn/contract'
import { useRef } from 'react'
import { api } from '../data/client/api.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/forms/field.js'

/** Adds a user to a team by name. */
export function AddMember({ team }: { team: TeamObject }) {
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useAdminister(
    async (username: string) => {
      const { id: user_id } = await api.getUserByUsername({ params: { username } })
      return api.addTeamMember({ params: { team: team.id }, body: { user_id } })
    },
    { done: 'Added', onDone: () => form.current?.reset() },
  )
  return (
    <form
      ref={form}
      onSubmit={event => {
        event.preventDefault()
        mutate(String(new FormData(event.currentTarget).get('username')).trim().toLowerCase())
      }}
      className="flex flex-col gap-2"
    >
      <div className="flex items-end gap-2">
        <Field
          label="Add by user name"
          name="username"
          className="flex-auto"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Button type="submit" busy={isPending}>
          Add
        </Button>
      </div>
      {error && <FormError error={error} />}
    </form>
  )
}
