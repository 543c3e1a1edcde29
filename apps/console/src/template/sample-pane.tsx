import { getRouteApi } from '@tanstack/react-router'
import { PayloadEditor } from '../deliveries/replay/payload-editor.js'
import { Select } from '../ui/forms/field.js'
import { JsonTree } from './json-tree.js'
import type { JsonPath } from './paths.js'
import type { SampleOption } from './use-sample.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/template')

type SamplePaneProps = {
  options: SampleOption[]
  chosen: string
  payload: string
  onEdit: (payload: string) => void
  onInsert: (path: JsonPath, value: unknown) => void
}

/** Chooses the JSON, and shows it as a tree to click. */
export function SamplePane({ options, chosen, payload, onEdit, onInsert }: SamplePaneProps) {
  const navigate = route.useNavigate()
  const value = parsed(payload)
  return (
    <section aria-label="Sample" className="flex min-w-0 flex-col gap-3 xl:sticky xl:top-4 xl:self-start">
      <Select
        label="JSON"
        value={chosen}
        onChange={({ target }) =>
          void navigate({ search: { json: target.value }, replace: true, resetScroll: false })
        }
      >
        {options.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      {chosen === 'own' && <PayloadEditor value={payload} onChange={onEdit} rows={10} />}
      {value ? (
        <JsonTree key={chosen} value={value} onInsert={onInsert} />
      ) : (
        chosen !== 'own' && <p className="text-quiet">This is not a JSON object.</p>
      )}
    </section>
  )
}

function parsed(payload: string): object | undefined {
  try {
    const value: unknown = JSON.parse(payload)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
