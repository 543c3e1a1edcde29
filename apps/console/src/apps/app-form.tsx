import { type AppObject, appLimits } from '@posthorn/contract'
import { useState } from 'react'
import { useIsSystemAdmin } from '../data/session.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { Field, TextArea } from '../ui/forms/field.js'
import { Toggle } from '../ui/forms/toggle.js'

type AppFormProps = {
  initial: AppFormValues
  isNew?: boolean
  action: string
  /** The mutation that saves the form. */
  saving: { mutate: (choices: AppFormValues) => void; isPending: boolean; error: unknown }
}

/** Edits an application. Whether it can keep a secret is chosen only once. */
export function AppForm({ initial, isNew = false, action, saving }: AppFormProps) {
  const [choices, setChoices] = useState(initial)
  const choosing = {
    choices,
    onChange: (changed: Partial<AppFormValues>) => setChoices({ ...choices, ...changed }),
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        saving.mutate(choices)
      }}
      className="flex max-w-xl flex-col gap-5"
    >
      <AppFields {...choosing} />
      {isNew && <PublicToggle {...choosing} />}
      <TrustedToggle {...choosing} />
      {saving.error ? <FormError error={saving.error} /> : null}
      <div>
        <Button type="submit" look="primary" busy={saving.isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}

function PublicToggle({ choices, onChange }: Choosing) {
  return (
    <Toggle
      label="Public client"
      hint="For pages, phone apps and command lines, which can’t keep a secret. It gets no secret and no bot, and must use PKCE."
      checked={choices.is_public}
      onChange={is_public => onChange({ is_public })}
    />
  )
}

/** Only system administrators can change this. */
function TrustedToggle({ choices, onChange }: Choosing) {
  if (!useIsSystemAdmin()) return null
  return (
    <Toggle
      label="Trusted"
      hint="It acts for people without asking them."
      checked={choices.is_trusted}
      onChange={is_trusted => onChange({ is_trusted })}
    />
  )
}

/** The fields of an application. */
type Choosing = { choices: AppFormValues; onChange: (changed: Partial<AppFormValues>) => void }

type Texts = 'name' | 'description' | 'homepage' | 'icon_url' | 'callbacks'
type Wording = { label: string; hint?: string; maxLength?: number; required?: true; type?: string }

const lines: Record<'name' | 'homepage' | 'icon_url', Wording> = {
  name: {
    label: 'Name',
    hint: 'Shown to people when it asks for permission.',
    maxLength: appLimits.nameChars,
    required: true,
  },
  homepage: {
    label: 'Homepage',
    hint: 'Where people can read about it.',
    maxLength: appLimits.homepageChars,
    required: true,
    type: 'url',
  },
  icon_url: {
    label: 'Icon',
    hint: 'An https address. Shown next to its name and its bot’s posts.',
    maxLength: appLimits.iconUrlChars,
    type: 'url',
  },
}

/** An application's name, homepage, icon and callback addresses. */
function AppFields({ choices, onChange }: Choosing) {
  const field = (name: Texts) => ({
    value: choices[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <Field {...lines.name} {...field('name')} />
      <TextArea
        label="Description"
        maxLength={appLimits.descriptionChars}
        rows={2}
        {...field('description')}
      />
      <Field {...lines.homepage} {...field('homepage')} />
      <Callbacks {...field('callbacks')} />
      <Field {...lines.icon_url} {...field('icon_url')} />
    </>
  )
}

function Callbacks(field: { value: string; onChange: (event: { target: { value: string } }) => void }) {
  return (
    <TextArea
      label="Callback URLs"
      hint="Where people may be redirected, one per line. Each must match exactly, except for the port on 127.0.0.1."
      rows={3}
      spellCheck={false}
      required
      {...field}
    />
  )
}

/** The editable values of an application. Callback addresses are one per line. */
export type AppFormValues = Pick<
  AppObject,
  'name' | 'description' | 'homepage' | 'icon_url' | 'is_trusted' | 'is_public'
> & { callbacks: string }

export const noAppValues: AppFormValues = {
  name: '',
  description: '',
  homepage: '',
  icon_url: '',
  callbacks: '',
  is_trusted: false,
  is_public: false,
}

export function appValuesOf({ callback_urls, ...app }: AppObject): AppFormValues {
  const { name, description, homepage, icon_url, is_trusted, is_public } = app
  const callbacks = callback_urls.join('\n')
  return { name, description, homepage, icon_url, is_trusted, is_public, callbacks }
}

/** Converts the values to what the API expects. */
export function appBody({ callbacks, ...choices }: AppFormValues) {
  const callback_urls = callbacks.split(/\s+/).filter(url => url !== '')
  return { ...choices, callback_urls }
}
