import { IconButton } from './button.js'
import { copy } from './forms/copy.js'
import { toast } from './toast.js'

/** A short value, such as an id, with a button that copies it. Without clipboard access, it can still be selected. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  const press = async () => {
    if (await copy(value)) toast('Copied')
  }
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 font-mono wrap-anywhere select-all">{value}</code>
      <IconButton icon="copy" label={`Copy ${name}`} onClick={() => void press()} className="-my-1 size-7!" />
    </span>
  )
}
