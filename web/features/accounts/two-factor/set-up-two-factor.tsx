'use client'

import { useState } from 'react'
import {
  confirmTwoFactorSchema,
  ownPasswordSchema,
  type BeginTwoFactorAnswer,
} from '@tidemark/shared/accounts/two-factor'
import { Button } from '@/ui/buttons/button'
import { beginTwoFactor, confirmTwoFactor } from '../accounts-api'
import { DialogForm } from '../dialog-form'
import { PasswordField } from '../password-field'
import { useForm } from '../use-form'
import { BackupCodes } from './backup-codes'
import { CodeField } from './code-field'
import { QrCode } from './qr-code'

/** The steps that turn the second factor on: the password, the key with a first code, the backup codes. */
export function SetUpTwoFactor({ onDone }: { readonly onDone: () => void }) {
  const [begun, setBegun] = useState<BeginTwoFactorAnswer | null>(null)
  const [isOn, setOn] = useState(false)
  if (begun === null) return <PasswordStep onDone={setBegun} />
  if (!isOn) return <KeyStep begun={begun} onDone={() => setOn(true)} />
  return (
    <div className="flex flex-col gap-4">
      <p>Two-factor authentication is on. You were signed out everywhere else.</p>
      <BackupCodes codes={begun.backupCodes} />
      <Button variant="primary" className="self-end" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  )
}

function PasswordStep({ onDone }: { readonly onDone: (begun: BeginTwoFactorAnswer) => void }) {
  const form = useForm({
    schema: ownPasswordSchema,
    send: beginTwoFactor,
    fieldOf: { 'password-wrong': 'password' },
    onDone,
  })
  return (
    <DialogForm form={form} action="Go on">
      <PasswordField
        name="password"
        label="Your password"
        autoComplete="current-password"
        autoFocus
        error={form.errors['password']}
      />
    </DialogForm>
  )
}

function KeyStep({ begun, onDone }: { readonly begun: BeginTwoFactorAnswer; readonly onDone: () => void }) {
  const form = useForm({
    schema: confirmTwoFactorSchema,
    send: confirmTwoFactor,
    fieldOf: { 'code-wrong': 'code' },
    onDone,
  })
  return (
    <DialogForm form={form} action="Turn on">
      <p>Scan this with an authenticator app, or type the key into it. Then type the code that it shows.</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={begun.address} label="QR code of the key" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-small text-muted">Key</p>
          <code className="font-mono wrap-anywhere select-all">{inGroups(begun.key)}</code>
        </div>
      </div>
      <CodeField label="Code" error={form.errors['code']} />
    </DialogForm>
  )
}

/** Returns a key in groups of four, which are easier to type; apps ignore the spaces. */
function inGroups(key: string): string {
  return key.replaceAll(/.{4}(?=.)/g, '$& ')
}
