import { type ResourceKey, getResource, permission } from '@innkeeper/contract';
import type { SetupSteps } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import { type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { callQuery } from '../engine/data/call-query.ts';
import type { WireRecord } from '../engine/form/form-values.ts';
import { OpenFormContext } from '../engine/form/open-form.ts';
import { can } from '../session/user.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useLostFocus } from '../ui/use-lost-focus.ts';
import { readSetupState, saveSetupState } from './setup-state.ts';
import { holdKeys } from '../ui/typed-ahead.ts';

/** Loaded on first use: an administrator whose programme is set up needs none of their forms. */
const loadActions = () => import('./setup-actions.tsx');
type ActionName = Exclude<keyof Awaited<ReturnType<typeof loadActions>>, 'findFirstHotelDefaults'>;

/** Loads and runs an action. Keys that are typed meanwhile are for its dialog. */
async function runAction(name: ActionName): Promise<void> {
  const actions = await holdKeys(loadActions());
  await actions[name]();
}
const findFirstHotelDefaults = async (): Promise<WireRecord> => (await loadActions()).findFirstHotelDefaults();

type Step = keyof SetupSteps;

/** The steps in their order, each with those that have to be done before. */
const NEEDS: Readonly<Record<Step, readonly Step[]>> = {
  region: [],
  country: ['region'],
  hotel: ['country'],
  membership: [],
  voucher: ['membership'],
  role_group: [],
  user: ['hotel', 'role_group'],
  mail: [],
  sale: ['hotel', 'membership'],
};
const STEPS = ['region', 'country', 'hotel', 'membership', 'voucher', 'role_group', 'user', 'mail', 'sale'] as const;

/**
 * What a new programme still needs, for administrators, at the top of the dashboard. Each line opens its form in place.
 * The user can put the list away, which leaves one line; it disappears when everything is done. `onReady` is called
 * when it has its height. See docs/decisions/0110-show-administrators-what-a-new-programme-needs.md.
 */
export function SetupChecklist({ onReady }: { onReady: () => void }) {
  const { t } = useLingui();
  const headingId = useId();
  const [state, setState] = useState(() => readSetupState(localStorage));
  const { data: steps, isLoading } = useQuery({ ...callQuery('GET /api/setup', {}), enabled: state !== 'complete' });
  useEffect(() => {
    if (!isLoading) onReady();
  }, [isLoading, onReady]);
  const isComplete = steps !== undefined && STEPS.every((step) => steps[step]);
  const nextStep = steps && findNextStep(steps);
  const stepList = useRef<HTMLOListElement>(null);
  const [isInUse, setInUse] = useState(false);
  // A step that is done loses its button.
  useLostFocus(nextStep, isInUse, () =>
    stepList.current?.querySelector<HTMLElement>('[data-next-step] :is(a, button)')?.focus(),
  );
  useEffect(() => {
    if (isComplete) saveSetupState(localStorage, 'complete');
  }, [isComplete]);
  if (!steps || isComplete) return null;
  const stepCount = STEPS.length;
  const doneCount = STEPS.filter((step) => steps[step]).length;
  const toggle = () => {
    const next = state === 'hidden' ? 'shown' : 'hidden';
    saveSetupState(localStorage, next);
    setState(next);
  };
  return (
    <section aria-labelledby={headingId} className="mb-5 rounded-lg border border-border bg-surface">
      <div className="flex items-center gap-x-4 px-4 py-3 sm:px-5">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
          <h2 id={headingId} className="text-lg font-semibold">
            <Trans>Set up your programme</Trans>
          </h2>
          <p className="text-muted tabular">
            <Trans>
              {doneCount} of {stepCount} done
            </Trans>
          </p>
        </div>
        <Button
          className="-mr-2.5 shrink-0"
          variant="ghost"
          size="small"
          aria-expanded={state !== 'hidden'}
          onClick={toggle}
        >
          {state === 'hidden' ? <Trans>Show</Trans> : <Trans>Put away</Trans>}
        </Button>
      </div>
      {state !== 'hidden' && (
        <ol
          ref={stepList}
          aria-label={t`Steps`}
          onFocus={() => setInUse(true)}
          className="divide-y divide-border border-t border-border"
        >
          {STEPS.map((step) => (
            <SetupStep
              key={step}
              step={step}
              isDone={steps[step]}
              isNext={step === nextStep}
              isReady={NEEDS[step].every((needed) => steps[needed])}
              hasMail={steps.mail}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The first step that can be done here. A mail server is set outside of the console. */
const findNextStep = (steps: SetupSteps): Step | undefined =>
  STEPS.find((step) => step !== 'mail' && !steps[step] && NEEDS[step].every((needed) => steps[needed]));

interface SetupStepProps {
  step: Step;
  isDone: boolean;
  /** The first step that can be done. */
  isNext: boolean;
  /** Whether the steps that it needs are done. */
  isReady: boolean;
  /** The server can send emails. */
  hasMail: boolean;
}

/** A step has the same height in all its states, so that nothing below moves when it is done. */
function SetupStep({ step, isDone, isNext, isReady, hasMail }: SetupStepProps) {
  const { title, explanation, action } = useStep(step, isNext, hasMail);
  const isOpen = !isDone && isReady;
  return (
    <li data-next-step={isNext ? '' : undefined} className="flex items-center gap-x-4 px-4 py-3 sm:px-5">
      <span
        className={classNames(
          'flex size-6 shrink-0 items-center justify-center rounded-full border max-sm:self-start',
          isDone ? 'border-transparent bg-success-soft text-success-text' : 'border-strong-border text-faint',
        )}
      >
        {isDone && <Check size={15} strokeWidth={2.5} />}
        {!isDone && (
          <span className="sr-only">
            <Trans>Missing</Trans>
          </span>
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className={classNames('font-medium', isDone && 'text-muted')}>{title}</p>
          <p className="text-sm text-muted">{explanation}</p>
        </div>
        <div className="grid items-center *:[grid-area:1/1]">
          {/* By its key, an action that becomes invisible is removed first, so that it does not hold the focus. */}
          <div key={isOpen ? 'action' : 'space'} className={classNames('flex flex-wrap gap-2', !isOpen && 'invisible')}>
            {action}
          </div>
          {!isOpen && (
            <p className={classNames('text-sm sm:text-right', isDone ? 'text-success-text' : 'text-faint')}>
              {isDone ? <Trans>Done</Trans> : <Trans>After the steps above</Trans>}
            </p>
          )}
        </div>
      </div>
    </li>
  );
}

interface StepContent {
  readonly title: ReactNode;
  readonly explanation: ReactNode;
  readonly action: ReactNode;
}

function useStep(step: Step, isNext: boolean, hasMail: boolean): StepContent {
  const { t } = useLingui();
  const variant = isNext ? 'primary' : 'secondary';
  const content: Record<Step, () => StepContent> = {
    region: () => ({
      title: <Trans>Region</Trans>,
      explanation: <Trans>Hotels are grouped by region. One is enough to begin.</Trans>,
      action: <NewRecord to="region" label={t`New region`} variant={variant} />,
    }),
    country: () => ({
      title: <Trans>Country</Trans>,
      explanation: <Trans>The country of your hotels, in a region, with its rate to the US dollar.</Trans>,
      action: can('UPDATE_COUNTRY') && (
        <Button variant={variant} onClick={() => void runAction('openFirstCountry')}>
          <Trans>Choose country…</Trans>
        </Button>
      ),
    }),
    hotel: () => ({
      title: <Trans>Hotel</Trans>,
      explanation: <Trans>Members join at a hotel, and their vouchers are redeemed there.</Trans>,
      action: <NewRecord to="hotel" label={t`New hotel`} variant={variant} loadDefaults={findFirstHotelDefaults} />,
    }),
    membership: () => ({
      title: <Trans>Membership</Trans>,
      explanation: <Trans>What guests buy, with its price and renewal price.</Trans>,
      action: <NewRecord to="membership" label={t`New membership`} variant={variant} />,
    }),
    voucher: () => ({
      title: <Trans>Vouchers</Trans>,
      explanation: <Trans>What a membership gives. Begin with eight common ones, and change them.</Trans>,
      action: (
        <>
          {can('STORE_VOUCHER') && (
            <Button variant={variant} onClick={() => void runAction('openStarterVouchers')}>
              <Trans>Use common vouchers…</Trans>
            </Button>
          )}
          <NewRecord to="voucher" label={t`New voucher`} variant="secondary" />
        </>
      ),
    }),
    role_group: () => ({
      title: <Trans>Role groups</Trans>,
      explanation: <Trans>What each kind of staff may do, from head office to restaurant.</Trans>,
      action: (
        <Button variant={variant} onClick={() => void runAction('createRoleGroups')}>
          <Trans>Create five role groups</Trans>
        </Button>
      ),
    }),
    user: () => ({
      title: <Trans>People</Trans>,
      explanation: <Trans>Your colleagues, with the hotels or regions where they work.</Trans>,
      action: hasMail ? (
        <NewRecord to="users" label={t`New user`} variant={variant} />
      ) : (
        can('STORE_USERS') && (
          <Button variant={variant} onClick={() => void runAction('openUserWithPassword')}>
            <Trans>New user</Trans>
          </Button>
        )
      ),
    }),
    mail: () => ({
      title: <Trans>Email</Trans>,
      explanation: (
        <Trans>
          Until a mail server is set (SMTP_URL and MAIL_FROM), emails are only stored. Ask the operator of this server.
        </Trans>
      ),
      action: null,
    }),
    sale: () => ({
      title: <Trans>First sale</Trans>,
      explanation: <Trans>Sell a membership. Your figures appear afterwards.</Trans>,
      action: can('STORE_TRANSACTION') && (
        <Link to="/finance/transaction/wizard" className={buttonClass(variant)}>
          <Trans>Sell a membership</Trans>
        </Link>
      ),
    }),
  };
  return content[step]();
}

interface NewRecordProps {
  to: ResourceKey;
  label: string;
  variant: 'primary' | 'secondary';
  /** Loads the initial values that follow from earlier steps. */
  loadDefaults?: () => Promise<WireRecord>;
}

/** Opens the form of a new record over the page. */
function NewRecord({ to, label, variant, loadDefaults }: NewRecordProps) {
  const openForm = use(OpenFormContext);
  const definition = getResource(to);
  if (!can(permission('STORE', definition.permission))) return null;
  const openNewForm = async () => {
    const defaults = loadDefaults && (await loadDefaults());
    return openForm?.({ definition, ...(defaults && { defaults }) });
  };
  return (
    <Button variant={variant} onClick={() => void holdKeys(openNewForm())}>
      {label}
    </Button>
  );
}
