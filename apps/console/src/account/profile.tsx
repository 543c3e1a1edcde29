import { userLimits } from '@posthorn/contract'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { Field } from '../ui/forms/field.js'
import { PartForm } from './part-form.js'
import { useChange } from './use-change.js'

const fields = ['username', 'first_name', 'last_name', 'email'] as const
type Profile = Record<(typeof fields)[number], string>

/** The user's names and e-mail address. */
export function ProfilePart() {
  const me = useMe()
  const { username, first_name, last_name, email } = me
  const [profile, setProfile] = useState<Profile>({ username, first_name, last_name, email })
  const { mutate, isPending, error } = useChange(() => api.updateUser({ body: { id: me.id, ...profile } }))
  const field = (name: keyof Profile) => ({
    name,
    value: profile[name],
    onChange: (event: { target: { value: string } }) =>
      setProfile({ ...profile, [name]: event.target.value }),
  })
  return (
    <Part title="Profile" about="Your name for other people, and your e-mail address.">
      <PartForm action="Save profile" onSubmit={mutate} busy={isPending} error={error}>
        <Field
          label="User name"
          hint="People mention you with @ and this name. Lowercase letters, digits, dots, hyphens and underscores."
          maxLength={userLimits.usernameChars}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...field('username')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="First name"
            maxLength={userLimits.nameChars}
            autoComplete="given-name"
            {...field('first_name')}
          />
          <Field
            label="Last name"
            maxLength={userLimits.nameChars}
            autoComplete="family-name"
            {...field('last_name')}
          />
        </div>
        <Field
          label="E-mail"
          hint="If another account has this address, you can log in with your user name only. An administrator can change that."
          type="email"
          maxLength={userLimits.emailChars}
          autoComplete="email"
          required
          {...field('email')}
        />
      </PartForm>
    </Part>
  )
}
