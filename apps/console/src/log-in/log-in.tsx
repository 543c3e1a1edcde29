import type { UserObject } from '@posthorn/contract'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { api } from '../data/client/api.js'
import { useAwaitsFirstLogin, useTeamAtLogin } from '../data/client/client-props.js'
import { lastTeam, rememberTeam } from '../layout/last-places.js'
import { FormError, Loading } from '../server/states.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/forms/field.js'
import { PasswordField } from '../ui/forms/password-field.js'
import { Logo } from '../ui/logo.js'

/** Replaces every screen while nobody is logged in. Afterwards the URL's screen appears. */
export function LogInScreen(props: LogInProps) {
  const awaitsFirstLogin = useAwaitsFirstLogin()
  return (
    <main className="flex min-h-0 flex-auto overflow-y-auto bg-sidebar p-4">
      <div className="m-auto flex w-full max-w-sm flex-col gap-6">
        <div className="flex flex-col items-center gap-3">
          <Logo className="size-10" />
          <h1 className="text-xl font-semibold">Log in to Posthorn</h1>
          {props.app && (
            <p className="text-center text-pretty">
              <span className="text-quiet">to continue to</span>{' '}
              <span className="font-medium">{props.app}</span>
            </p>
          )}
        </div>
        <div className="rounded-lg border border-line bg-raised p-6 shadow-pop">
          <LogInForm {...props} />
        </div>
        {awaitsFirstLogin ? <FirstTime /> : <NoAccount />}
      </div>
    </main>
  )
}

/** Shown on a new server until the first login. */
function FirstTime() {
  return (
    <div className="px-6 text-sm text-pretty text-quiet">
      <h2 className="font-medium text-text">First time here?</h2>
      <p>
        Nobody has logged in to this server yet. The last lines of{' '}
        <code className="font-mono">npm start</code> show the team, user and password. They are also in{' '}
        <code className="font-mono">first-run.json</code> in its data folder.
      </p>
    </div>
  )
}

function NoAccount() {
  return <p className="px-6 text-center text-sm text-quiet">No account? Ask your administrator for one.</p>
}

type Entry = { name?: string; login_id: string; password: string }

export type LogInProps = {
  /** The suggested team, by URL name. */
  team: string | undefined
  /** The suggested user, if known. */
  username?: string
  /** The application that sent the user here, if one did. */
  app?: string
  /** Called after the login with the chosen team, if one was asked for. */
  onLoggedIn: (user: UserObject, team: string | undefined) => Promise<void> | void
}

/** The login form. It asks for a team only if a login must name one, and suggests a team if it can. */
export function LogInForm(props: LogInProps) {
  const team = useTeamAtLogin()
  if (!team) return <Loading what="the login" rows={2} />
  return (
    <LogInFields {...props} {...(team.isRequired && { suggested: props.team || lastTeam() || team.only })} />
  )
}

/** `suggested` is undefined if the form asks for no team. */
type LogInFieldsProps = LogInProps & { suggested?: string }

function LogInFields({ suggested, username = '', onLoggedIn }: LogInFieldsProps) {
  const { mutate, isPending, error } = useLogIn(onLoggedIn)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (field: string) => String(form.get(field))
    const team = suggested === undefined ? {} : { name: text('team').trim() }
    mutate({ ...team, login_id: text('login_id').trim(), password: text('password') })
  }
  const isUserNext = suggested !== '' && username === ''
  const isPasswordNext = suggested !== '' && username !== ''
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {suggested !== undefined && <TeamField suggested={suggested} />}
      <Field
        label="User name or e-mail"
        name="login_id"
        defaultValue={username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        ref={isUserNext ? focusFirst : null}
        required
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        ref={isPasswordNext ? focusFirst : null}
        required
      />
      {error && <FormError error={error} />}
      <Button type="submit" look="primary" busy={isPending}>
        {isPending ? 'Logging in…' : 'Log in'}
      </Button>
      <p className="text-sm text-pretty text-quiet">
        Forgot your password? A system administrator can set a new one for you.
      </p>
    </form>
  )
}

function useLogIn(onLoggedIn: LogInProps['onLoggedIn']) {
  return useMutation({
    mutationFn: (body: Entry) => api.login({ body }),
    onSuccess: async (user, { name }) => {
      if (name !== undefined) rememberTeam(name)
      await onLoggedIn(user, name)
    },
  })
}

function TeamField({ suggested }: { suggested: string }) {
  return (
    <Field
      label="Team"
      name="team"
      hint="Its name in URLs, such as first-team."
      defaultValue={suggested}
      autoCapitalize="none"
      spellCheck={false}
      ref={suggested === '' ? focusFirst : null}
      required
    />
  )
}

/** Focuses a field when it appears. A dialog that opens later takes the focus to the field with the attribute. */
function focusFirst(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '')
  field?.focus()
}
