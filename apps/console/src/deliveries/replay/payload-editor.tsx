import { TextArea } from '../../ui/forms/field.js'
import { jsonMistake } from './json-mistake.js'

type PayloadEditorProps = { value: string; onChange: (payload: string) => void; rows: number }

/** Edits a payload and shows the first mistake with its line and column. */
export function PayloadEditor({ value, onChange, rows }: PayloadEditorProps) {
  return (
    <TextArea
      label="Payload"
      value={value}
      rows={rows}
      spellCheck={false}
      autoCapitalize="none"
      onChange={event => onChange(event.target.value)}
      error={jsonMistake(value)}
      className="[&_textarea]:font-mono [&_textarea]:text-sm"
    />
  )
}
