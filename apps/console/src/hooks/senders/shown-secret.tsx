import { Button } from '../../ui/button.js'
import { CopyField } from '../../ui/forms/copy-field.js'
import { Modal } from '../../ui/modal.js'
import { schemeNamed } from './signature-choices.js'

type ShownSecretProps = { secret: string; scheme: string; onClose: () => void }

/** A new secret, to be copied into the sender. A click outside does not close it. */
export function ShownSecret({ secret, scheme, onClose }: ShownSecretProps) {
  const actions = (
    <Button look="primary" onClick={onClose}>
      Done
    </Button>
  )
  return (
    <Modal title="The new secret" actions={actions}>
      <div className="flex flex-col gap-3">
        <CopyField
          label="Secret"
          action="Copy secret"
          value={secret}
          hint="Copy it now. You won’t be able to see it again."
        />
        <p className="text-sm text-quiet">Where to paste it: {schemeNamed(scheme).where}</p>
      </div>
    </Modal>
  )
}
