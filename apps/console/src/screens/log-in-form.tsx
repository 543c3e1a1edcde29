import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { api } from '../data/api.js'
import { beginSession } from '../data/session.js'
import { lastTeam, rememberTeam } from '../layout/last-places.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/field.js'
import { FormError } from '../ui/form-error.js'

type Entry = { name: string; login_id: string; password: string }

/** Logs in. Leads on to what the URL shows, when that is in the team that was named; else to that team. */
export function LogInForm({ username }: { username?: string }) {
  const { team: shown } = useParams({ strict: false })
  const { mutate, isPending, error } = useLogIn(shown)
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
        hint="As it stands in addresses, like first-team."
        defaultValue={shown ?? lastTeam()}
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

function useLogIn(shown: string | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: Entry) => api.login({ body }),
    meta: { isLogin: true },
    onSuccess: async (user, { name }) => {
      rememberTeam(name)
      if (shown !== undefined && shown !== name) await navigate({ to: '/$team', params: { team: name } })
      await beginSession(client, user)
    },
  })
}
