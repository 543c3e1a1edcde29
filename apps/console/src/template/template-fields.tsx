import type { Preview, TemplateFieldsObject } from '@posthorn/contract'
import type { TemplateForm } from '../data/trials.js'
import { Field, TextArea } from '../ui/forms/field.js'

type Fault = Preview['fault']
type Name = keyof TemplateFieldsObject
type FieldsProps = {
  value: TemplateForm
  fault: Fault | undefined
  onChange: (changed: Partial<TemplateForm>) => void
}

const mono = '[&_input]:font-mono [&_input]:text-sm [&_textarea]:font-mono [&_textarea]:text-sm'

const others: { name: Name; label: string; hint: string }[] = [
  {
    name: 'only_if',
    label: 'Only if',
    hint: 'A condition, such as severity != "info". Otherwise, there is no post.',
  },
  {
    name: 'update_key',
    label: 'Update key',
    hint: 'The same key updates one post. For example, {{incident.id}}.',
  },
  { name: 'thread_key', label: 'Thread key', hint: 'Posts with the same key are one thread.' },
  {
    name: 'close',
    label: 'Close',
    hint: 'A condition, such as status == "resolved". Then the next call starts a new post.',
  },
  { name: 'channel', label: 'Channel', hint: 'Empty for the webhook’s own channel.' },
]

/** The fields of a template. The one with a fault shows it. */
export function TemplateFields({ value, fault, onChange }: FieldsProps) {
  const wiring = (name: Name) => ({
    name,
    value: value[name],
    error: fault?.field === name ? faultWords(fault) : undefined,
    spellCheck: false,
    autoCapitalize: 'none',
    autoComplete: 'off',
    className: mono,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <>
      <TextArea
        label="Text"
        hint="Markdown. Click a value in the JSON to insert it at the cursor."
        rows={8}
        {...wiring('text')}
      />
      <details open={others.some(({ name }) => value[name] !== '' || fault?.field === name) || undefined}>
        <summary className="cursor-pointer rounded-md font-medium">Conditions, keys and channel</summary>
        <div className="mt-4 grid gap-4 md:grid-cols-2 xl:grid-cols-1">
          {others.map(({ name, label, hint }) => (
            <Field key={name} label={label} hint={hint} {...wiring(name)} />
          ))}
        </div>
      </details>
    </>
  )
}

function faultWords({ line, column, message }: NonNullable<Fault>): string {
  return `Line ${line}, column ${column}: ${message}`
}
