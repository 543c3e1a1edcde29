import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'

/** Replaces a screen that crashed. The error's message is for the bug report. */
export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <div role="alert" className="flex flex-auto overflow-auto">
      <EmptyState
        isPage
        icon="warning"
        title="Something went wrong"
        actions={
          <>
            <Button look="primary" onClick={() => location.reload()}>
              Reload
            </Button>
            <Button onClick={reset}>Continue</Button>
          </>
        }
      >
        <p>This is a bug. If it happens again, report this to your administrator:</p>
        <code className="rounded-md bg-well px-2 py-1 text-left font-mono text-sm text-text">
          {error instanceof Error ? error.message : String(error)}
        </code>
      </EmptyState>
    </div>
  )
}
