import type { Preview } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useHook } from '../data/current-hook.js'
import { useTeam } from '../data/current-team.js'
import { previewQuery, type TemplateForm } from '../data/trials.js'
import { formatJson } from '../deliveries/format-json.js'
import { FormError } from '../server/states.js'
import { PreviewPane } from '../trying/preview-pane.js'
import { Button } from '../ui/button.js'
import { UnsavedChanges } from '../ui/forms/unsaved-changes.js'
import { useSettled } from '../ui/use-settled.js'
import { RemoveTemplate } from './remove-template.js'
import { SamplePane } from './sample-pane.js'
import { ReplayRefused } from './send-refused.js'
import { TemplateFields } from './template-fields.js'
import { useInsertion } from './use-insertion.js'
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
    <div className="grid gap-6 p-4 xl:grid-cols-3">
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
        {template.text.trim() === '' ? <FirstStep /> : <PreviewPane payload={settled} template={template} />}
        {saved && !form.isChanged && <ReplayRefused />}
      </div>
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
