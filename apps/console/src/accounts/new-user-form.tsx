import { type FirstPassword, type TeamObject, userLimits } from '@posthorn/contract'
import { type SubmitEvent, useState } from 'react'
import { api } from '../data/client/api.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { Combobox } from '../ui/forms/combobox.js'
import { Field } from '../ui/forms/field.js'
import { FormError } from '../ui/forms/form-error.js'

type NewUserFormProps = { teams: TeamObject[]; onMade: (made: FirstPassword) => void }

/** Who gets an account, and where they begin. */
export function NewUserForm({ teams, onMade }: NewUserFormProps) {
  const [team, setTeam] = useState(teams.length === 1 ? (teams[0]?.id ?? '') : '')
  const { mutate, isPending, error } = useAdminister(
    (fields: Fields) => api.provisionUser({ body: { ...fields, team_ids: team ? [team] : [] } }),
    { onDone: onMade },
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (field: string) => String(form.get(field)).trim()
    const names = { first_name: text('first_name'), last_name: text('last_name') }
    mutate({ username: text('username'), email: text('email'), ...names })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <Names />
      <Combobox
        label="Team"
        hint="More of them can be added later. Who is in no team cannot log in where a team is asked for."
        items={teams.map(({ id, display_name }) => ({ value: id, label: display_name }))}
        value={team}
        onChange={setTeam}
        placeholder="Find a team"
        empty="No team is called so."
      />
      {error && <FormError error={error} />}
      <div>
        <Button type="submit" look="primary" busy={isPending}>
          Create user
        </Button>
      </div>
    </form>
  )
}

/** What the user is called. */
function Names() {
  return (
    <>
      <Field
        label="User name"
        name="username"
        hint="Small letters, digits, dot, hyphen and underscore."
        maxLength={userLimits.usernameChars}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <Field
        label="E-mail"
        name="email"
        type="email"
        maxLength={userLimits.emailChars}
        autoComplete="off"
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" name="first_name" maxLength={userLimits.nameChars} autoComplete="off" />
        <Field label="Last name" name="last_name" maxLength={userLimits.nameChars} autoComplete="off" />
      </div>
    </>
  )
}

type Fields = { username: string; email: string; first_name: string; last_name: string }
