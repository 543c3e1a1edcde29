import { CopyField } from '../../ui/forms/copy-field.js'
import { RegenerateUrl } from './regenerate-url.js'

/** A new URL, to be copied. */
export function NewUrl({ url }: { url: string }) {
  return (
    <section aria-label="The new URL" className="rounded-lg border border-line bg-accent-soft p-4">
      <CopyField
        label="Webhook URL"
        action="Copy URL"
        value={url}
        hint="Copy it now. You won’t be able to see it again. Anyone who has it can post, so treat it like a password."
      />
    </section>
  )
}

/** Shown when the URL is no longer known. */
export function NoUrl() {
  return (
    <section
      aria-label="The URL"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-well p-4"
    >
      <p className="max-w-prose">
        The URL was shown once. Nobody can look it up. If you have lost it, regenerate it. In the examples
        below, <code className="font-mono text-sm">$HOOK_URL</code> stands for it.
      </p>
      <RegenerateUrl />
    </section>
  )
}
