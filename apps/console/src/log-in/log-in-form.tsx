import type { UserObject } from '@posthorn/contract'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { api } from '../data/client/api.js'
import { lastTeam, rememberTeam } from '../layout/last-places.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/forms/field.js'
import { FormError } from '../ui/forms/form-error.js'

type Entry = { name: string; login_id: string; password: string }

export type LogInProps = {
  /** The suggested team, by URL name. */
  team: string | undefined
  /** The suggested user, if known. */
  username?: string
  /** The application that sent the user here, if one did. */
  app?: string
  /** Called after the login with the chosen team. */
  onLoggedIn: (user: UserObject, team: string) => Promise<void> | void
}

/** The login form. */
export function LogInForm({ team, username, onLoggedIn }: LogInProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Entry) => api.login({ body }),
    onSuccess: async (user, { name }) => {
      rememberTeam(name)
      await onLoggedIn(user, name)
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (field: string) => String(form.get(field))
    mutate({ name: text('team').trim(), login_id: text('login_id').trim(), password: text('password') })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Team"
        name="team"
        hint="Its name in URLs, such as first-team."
        defaultValue={team ?? lastTeam()}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        label="User name or e-mail"
        name="login_id"
        defaultValue={username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      {error && <FormError error={error} />}
      <Button type="submit" look="primary" busy={isPending}>
        {isPending ? 'Logging in …' : 'Log in'}
      </Button>
    </form>
  )
}
