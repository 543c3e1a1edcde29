import { CopyField } from '../../ui/forms/copy-field.js'
import { RegenerateUrl } from './regenerate-url.js'

/** A URL that was just made, to be copied. */
export function NewUrl({ url }: { url: string }) {
  return (
    <section aria-label="The new URL" className="rounded-lg border border-line bg-accent-soft p-4">
      <CopyField
        label="Webhook URL"
        action="Copy URL"
        value={url}
        hint="Copy it now: it is not shown again. Whoever has it can post, so keep it as you keep passwords."
      />
    </section>
  )
}

/** In the place of a URL that nobody knows any more. */
export function NoUrl() {
  return (
    <section
      aria-label="The URL"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-well p-4"
    >
      <p className="max-w-prose">
        The URL was shown when it was made, and nobody can look it up. Where it is lost, make a new one;
        below, <code className="font-mono text-sm">$HOOK_URL</code> stands for it.
      </p>
      <RegenerateUrl />
    </section>
  )
}
