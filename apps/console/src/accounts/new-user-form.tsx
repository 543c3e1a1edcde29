import { type FirstPassword, type TeamObject, userLimits } from '@posthorn/contract'
import { type SubmitEvent, useState } from 'react'
import { api } from '../data/client/api.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { Combobox } from '../ui/forms/combobox.js'
import { Field } from '../ui/forms/field.js'

type NewUserFormProps = { teams: TeamObject[]; onMade: (made: FirstPassword) => void }

/** Creates an account. */
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
        hint="You can add more teams later. Without a team, people can’t log in if logging in requires one."
        items={teams.map(({ id, display_name }) => ({ value: id, label: display_name }))}
        value={team}
        onChange={setTeam}
        placeholder="Find a team"
        empty="No team matches."
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

/** The names of the new user. */
function Names() {
  return (
    <>
      <Field
        label="User name"
        name="username"
        hint="Lowercase letters, digits, dots, hyphens and underscores."
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
