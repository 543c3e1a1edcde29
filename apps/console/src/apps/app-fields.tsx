import { appLimits } from '@posthorn/contract'
import { Field, TextArea } from '../ui/forms/field.js'
import type { AppFormValues } from './app-values.js'

/** The fields of an application. */
export type Choosing = { choices: AppFormValues; onChange: (changed: Partial<AppFormValues>) => void }

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
      hint="Where people may be redirected, one per line. Each must match exactly, except for the port on 127.0.0.1."
      rows={3}
      spellCheck={false}
      required
      {...field}
    />
  )
}
