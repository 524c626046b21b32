import { fold } from '@daybook/contract/folding.data';
import type { Input } from '@daybook/client';
import type { Attribute, AttributeType } from '../rules.ts';

/** What the form of a field sends. Pure, so that Node can test it. */

type NewAttribute = Input<'createAttribute'>['body'];
type AttributeChanges = Input<'updateAttribute'>['body'];
export type RelationType = NonNullable<Attribute['relationType']>;
export type Color = NonNullable<Attribute['options']>[number]['color'];

export interface DraftOption {
  /** Missing for a new one. */
  readonly id?: number;
  readonly value: string;
  readonly color: Color;
  readonly isArchived: boolean;
}

export interface Draft {
  readonly label: string;
  readonly type: AttributeType;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isArchived: boolean;
  readonly validation: '' | 'email' | 'url';
  readonly options: readonly DraftOption[];
  readonly relatedObjectSlug: string;
  readonly relationType: RelationType;
  readonly relatedObjectLabel: string;
  readonly currency: string;
  readonly currencyDisplay: 'code' | 'name' | 'symbol';
  readonly currencyDecimal: boolean;
  readonly currencyGrouping: boolean;
}

export const optionTypes: readonly AttributeType[] = ['select', 'multiselect', 'status'];
export const uniqueTypes: readonly AttributeType[] = ['text', 'phone_number', 'number'];

export function toDraft(attribute: Attribute | undefined): Draft {
  return {
    label: attribute?.label ?? '',
    type: attribute?.type ?? 'text',
    isRequired: attribute?.isRequired ?? false,
    isUnique: attribute?.isUnique ?? false,
    isArchived: attribute?.isArchived ?? false,
    validation: attribute?.validation ?? '',
    options: attribute?.options ?? [],
    relatedObjectSlug: attribute?.relatedObjectSlug ?? '',
    relationType: attribute?.relationType ?? 'many_to_one',
    relatedObjectLabel: attribute?.relatedObjectLabel ?? '',
    currency: attribute?.currency ?? 'EUR',
    currencyDisplay: attribute?.currencyDisplay ?? 'symbol',
    currencyDecimal: attribute?.currencyDecimal ?? true,
    currencyGrouping: attribute?.currencyGrouping ?? true,
  };
}

/** What the type has, and nothing of the others. */
export function toNewAttribute(draft: Draft): NewAttribute {
  const { label, type, isRequired } = draft;
  return {
    label,
    type,
    isRequired,
    ...(uniqueTypes.includes(type) && { isUnique: draft.isUnique }),
    ...(type === 'text' && draft.validation && { validation: draft.validation }),
    ...(optionTypes.includes(type) && {
      options: draft.options.map(({ value, color }) => ({ value, color })),
    }),
    ...(type === 'relation' && {
      relatedObjectSlug: draft.relatedObjectSlug,
      relationType: draft.relationType,
      ...(draft.relatedObjectLabel.trim() && { relatedObjectLabel: draft.relatedObjectLabel.trim() }),
    }),
    ...(type === 'currency' && { currency: draft.currency.trim().toUpperCase(), ...money(draft) }),
  };
}

export function toAttributeChanges(draft: Draft): AttributeChanges {
  const { label, type, isRequired, isArchived } = draft;
  return {
    label,
    isRequired,
    isArchived,
    ...(uniqueTypes.includes(type) && { isUnique: draft.isUnique }),
    ...(optionTypes.includes(type) && {
      options: draft.options.map(({ id, value, color, isArchived: isOff }) => ({
        ...(id !== undefined && { id }),
        value,
        color,
        isArchived: isOff,
      })),
    }),
    ...(type === 'relation' &&
      draft.relatedObjectLabel.trim() && {
        relatedObjectLabel: draft.relatedObjectLabel.trim(),
      }),
    ...(type === 'currency' && money(draft)),
  };
}

function money({ currencyDisplay, currencyDecimal, currencyGrouping }: Draft) {
  return { currencyDisplay, currencyDecimal, currencyGrouping };
}

/** `Sales offers` is `sales_offers`: the part of an address. */
export function suggestSlug(name: string): string {
  return (fold(name).match(/[a-z0-9]+/g) ?? []).join('-').slice(0, 60);
}
