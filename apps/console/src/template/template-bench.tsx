import type { Preview, TemplateFieldsObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FocusEvent, useRef, useState } from 'react'
import { useHook } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { previewQuery, type TemplateForm } from '../data/trials.js'
import { formatJson } from '../deliveries/payload-view.js'
import { FormError } from '../server/states.js'
import { PreviewPane } from '../trying/preview-pane.js'
import { Button } from '../ui/button.js'
import { Field, TextArea } from '../ui/forms/field.js'
import { UnsavedChanges } from '../ui/forms/unsaved-changes.js'
import { Modal } from '../ui/modal.js'
import { useSettled } from '../ui/use-settled.js'
import { insertionFor, type JsonPath } from './paths.js'
import { SamplePane } from './sample-pane.js'
import { ReplayRefused } from './send-refused.js'
import { TrialPane } from './trial-pane.js'
import { useSample } from './use-sample.js'
import { useTemplateForm } from './use-template-form.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/template')
const example = '{\n  "title": "Disk full",\n  "state": "firing"\n}'

/** The JSON, the template and its preview next to each other. */
export function TemplateBench({ saved }: { saved: TemplateForm | null }) {
  const { json } = route.useSearch()
  const sample = useSample(json)
  const [own, setOwn] = useState(example)
  const payload = sample.payload ?? own
  const form = useTemplateForm(saved)
  const insertion = useInsertion()
  const template = useSettled(form.value)
  const settled = useSettled(payload)
  const { data: preview } = useTemplatePreview(settled, template)
  return (
    <div className="flex flex-col gap-6 p-4">
      <div className="grid gap-6 xl:grid-cols-3">
        <SamplePane
          options={sample.options}
          chosen={sample.chosen}
          payload={sample.payload === undefined ? own : (formatJson(payload) ?? payload)}
          onEdit={setOwn}
          onInsert={insertion.insert}
        />
        <Editor
          form={form}
          insertion={insertion}
          fault={preview?.fault ?? undefined}
          isSaved={saved !== null}
        />
        <div className="flex min-w-0 flex-col gap-6 xl:sticky xl:top-4 xl:self-start">
          {template.text.trim() === '' ? (
            <FirstStep />
          ) : (
            <PreviewPane payload={settled} template={template} />
          )}
          {saved && !form.isChanged && <ReplayRefused />}
        </div>
      </div>
      <TrialPane
        template={form.value}
        isReady={form.value.text.trim() !== '' && preview?.fault?.kind !== 'syntax'}
      />
    </div>
  )
}

type EditorProps = {
  form: ReturnType<typeof useTemplateForm>
  insertion: ReturnType<typeof useInsertion>
  fault: NonNullable<Preview['fault']> | undefined
  isSaved: boolean
}

function Editor({ form, insertion, fault, isSaved }: EditorProps) {
  const { value, change, isChanged, save, remove } = form
  const isComplete = isChanged && value.text.trim() !== '' && fault?.kind !== 'syntax'
  return (
    <form
      ref={insertion.form}
      aria-label="Template"
      onFocus={insertion.onFocus}
      onSubmit={event => {
        event.preventDefault()
        save.mutate()
      }}
      className="flex min-w-0 flex-col gap-5"
    >
      <TemplateFields value={value} fault={fault} onChange={change} />
      {save.error && <FormError error={save.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={save.isPending} disabled={!isComplete}>
          Save template
        </Button>
        {isSaved && <RemoveTemplate {...remove} />}
      </div>
      <UnsavedChanges there={isChanged} />
    </form>
  )
}

/** The same query as that of the pane, for the place of a fault. */
function useTemplatePreview(payload: string, template: TemplateForm) {
  const { id: team } = useTeam()
  const { id: hook } = useHook()
  const query = previewQuery({ team, hook, template }, payload)
  return useQuery({ ...query, enabled: template.text.trim() !== '' })
}

function FirstStep() {
  return (
    <section aria-label="Preview" className="flex flex-col gap-2 text-quiet">
      <h2 className="font-medium text-text">Preview</h2>
      <p>Write a text and click the values that belong in it. The post appears here.</p>
    </section>
  )
}

/** Removes a hook's template, after a confirmation. */
function RemoveTemplate({ mutate, isPending }: { mutate: () => void; isPending: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const remove = () => {
    close()
    mutate()
  }
  const actions = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button look="danger" onClick={remove}>
        Remove
      </Button>
    </>
  )
  return (
    <>
      <Button busy={isPending} onClick={() => setOpen(true)}>
        Remove template
      </Button>
      {isOpen && (
        <Modal title="Remove the template?" onClose={close} actions={actions}>
          <p>The webhook then accepts only payloads, and senders that it recognizes.</p>
        </Modal>
      )}
    </>
  )
}

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
  { name: 'color', label: 'Color', hint: 'good, warning, danger or a code such as #2a9d8f.' },
]

/** The fields of a template. The one with a fault shows it. */
function TemplateFields({ value, fault, onChange }: FieldsProps) {
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

type Writable = HTMLInputElement | HTMLTextAreaElement

/** Inserts paths at the cursor of the field that had the focus last, or else of `text`. */
function useInsertion() {
  const form = useRef<HTMLFormElement>(null)
  const last = useRef<Writable>(undefined)
  return {
    form,
    onFocus: ({ target }: FocusEvent) => {
      if (isWritable(target)) last.current = target
    },
    insert: (path: JsonPath, value: unknown) => {
      const field = last.current?.isConnected ? last.current : form.current?.elements.namedItem('text')
      if (field && isWritable(field)) insertInto(field, path, value)
    },
  }
}

function isWritable(element: unknown): element is Writable {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

function insertInto(field: Writable, path: JsonPath, value: unknown): void {
  const at = field.selectionStart ?? field.value.length
  const { text, cursorFromEnd } = insertionFor(field.name, field.value.slice(0, at), path, value)
  field.focus()
  // the only way that keeps the browser's undo; it announces the change as typing does
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text, at, field.selectionEnd ?? at, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const cursor = at + text.length - cursorFromEnd
  field.setSelectionRange(cursor, cursor)
}
