import { maxPictureBytes, userLimits } from '@posthorn/contract'
import { type ChangeEvent, useRef, useState } from 'react'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
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

const megabytes = Math.floor(maxPictureBytes / 1024 / 1024)

/** The user's picture, or their initials. */
export function PicturePart() {
  const me = useMe()
  const input = useRef<HTMLInputElement>(null)
  const params = { user: me.id }
  const upload = useChange(async (file: File) =>
    api.setUserImage({ params, body: { image: await base64Of(file) } }),
  )
  const reset = useChange(() => api.resetUserImage({ params }))
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = '' // so that the same file can be chosen again
    if (file) upload.mutate(file)
  }
  const error = upload.error ?? reset.error
  return (
    <Part title="Picture" about="Shown next to your messages and your webhooks’ posts.">
      <div className="flex flex-wrap items-center gap-4">
        <UserAvatar user={me.id} name={me.username} size="lg" />
        <input
          ref={input}
          type="file"
          aria-label="Picture"
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={choose}
          className="sr-only"
          tabIndex={-1}
        />
        <Button busy={upload.isPending} onClick={() => input.current?.click()}>
          Choose picture
        </Button>
        <Button look="quiet" busy={reset.isPending} onClick={() => reset.mutate()}>
          Use initials
        </Button>
      </div>
      <p className="text-sm text-quiet">
        JPEG, PNG, WebP or GIF, at most {megabytes} MB. The picture is cropped to a square, and its metadata
        is removed.
      </p>
      {error && <FormError error={error} />}
    </Part>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
