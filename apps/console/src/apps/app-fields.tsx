import { appLimits } from '@posthorn/contract'
import { Field, TextArea } from '../ui/forms/field.js'
import type { AppFormValues } from './app-values.js'

/** What can be said of an application, and the change of it. */
export type Choosing = { choices: AppFormValues; onChange: (changed: Partial<AppFormValues>) => void }

type Texts = 'name' | 'description' | 'homepage' | 'icon_url' | 'callbacks'
type Wording = { label: string; hint?: string; maxLength?: number; required?: true; type?: string }

const lines: Record<'name' | 'homepage' | 'icon_url', Wording> = {
  name: {
    label: 'Name',
    hint: 'Who is asked to let it act for them reads it.',
    maxLength: appLimits.nameChars,
    required: true,
  },
  homepage: {
    label: 'Homepage',
    hint: 'Where people read what it is.',
    maxLength: appLimits.homepageChars,
    required: true,
    type: 'url',
  },
  icon_url: {
    label: 'Icon',
    hint: 'An https address; beside its name, and its bot’s posts.',
    maxLength: appLimits.iconUrlChars,
    type: 'url',
  },
}

/** What an application is called, where it lives, and where people are sent back to. */
export function AppFields({ choices, onChange }: Choosing) {
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
      hint="Where people may be sent back to, one a line. Compared to the letter; on this machine (127.0.0.1) any port fits."
      rows={3}
      spellCheck={false}
      required
      {...field}
    />
  )
}
