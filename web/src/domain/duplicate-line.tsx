import { getResource, permission, recordPermissions } from '@innkeeper/contract';
import type { Duplicate } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { resourcePath } from '../engine/data/resource-path.ts';
import { formatDate } from '../format/date.ts';
import { can } from '../session/user.ts';
import { buttonClass } from '../ui/button.tsx';

/** A member who has the same email, phone or identity number, with the actions on that member. */
export function DuplicateLine({ duplicate, children }: { duplicate: Duplicate; children: ReactNode }) {
  const { t } = useLingui();
  const { card, hotel, name } = duplicate;
  const deletedOn = formatDate(duplicate.deleted_at);
  const cardText = card && `${card.membership} ${card.sbec_no}`;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-48 flex-1">
        <span className="font-medium text-text">{name}</span>{' '}
        <span className="text-muted tabular">
          {deletedOn
            ? t`#${duplicate.id}, deleted on ${deletedOn}`
            : [`#${duplicate.id}`, cardText, hotel.name].filter(Boolean).join(' · ')}
        </span>
      </span>
      {children}
    </li>
  );
}

/**
 * Link to a member: to the record, or for a member of another hotel to a front desk page. Renders nothing if the user
 * may open neither.
 */
export function OpenDuplicate({ duplicate: { id, name, is_elsewhere }, onOpen }: OpenDuplicateProps) {
  const { t } = useLingui();
  if (!is_elsewhere) {
    if (!can(...recordPermissions(getResource('member').permission))) return null;
    return (
      <Link
        to={resourcePath('member', id)}
        onClick={onOpen}
        aria-label={t`Open ${name}`}
        className={buttonClass('secondary', 'small')}
      >
        <Trans>Open</Trans>
      </Link>
    );
  }
  const deskLink = deskPath(id);
  return (
    deskLink !== null && (
      <Link
        {...deskLink}
        onClick={onOpen}
        aria-label={t`Serve ${name} here`}
        className={buttonClass('secondary', 'small')}
      >
        <Trans>Serve here</Trans>
      </Link>
    )
  );
}

interface OpenDuplicateProps {
  readonly duplicate: Duplicate;
  readonly onOpen?: () => void;
}

/** The front desk page where the user can serve the guest; null if the user may use none. */
function deskPath(id: number) {
  if (can(permission('STORE', getResource('voucher_redeem').permission)))
    return { to: `/finance/voucher-redeem/wizard/${id}` };
  return can(permission('STORE', getResource('visit').permission))
    ? { to: '/finance/visit/quick', search: { member_id: id } }
    : null;
}
