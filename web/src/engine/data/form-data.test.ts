import { describe, expect, it } from 'vitest';
import { toFormData } from './form-data.ts';

const formEntries = (input: Readonly<Record<string, unknown>>) => [...toFormData(input).entries()];

describe('toFormData', () => {
  it('includes the method override', () => {
    expect(formEntries({})).toEqual([['_method', 'POST']]);
  });

  it('sends null as empty text, flags as 1 and 0, numbers and decimals as written', () => {
    const form = toFormData({
      last_name: null,
      is_active: true,
      is_free: false,
      rank: 3,
      price: '1250000.000',
      flag: 0,
    });
    expect(Object.fromEntries(form)).toEqual({
      _method: 'POST',
      last_name: '',
      is_active: '1',
      is_free: '0',
      rank: '3',
      price: '1250000.000',
      flag: '0',
    });
  });

  it("repeats a list's name with brackets, and sends empty text for an empty list", () => {
    expect(toFormData({ rolesId: [3, 4] }).getAll('rolesId[]')).toEqual(['3', '4']);
    expect(toFormData({ rolesId: [3, 4] }).has('rolesId')).toBe(false);
    expect(toFormData({ rolesId: [] }).get('rolesId')).toBe('');
  });

  it('omits undefined values', () => {
    expect(formEntries({ name: undefined })).toEqual([['_method', 'POST']]);
  });

  it('sends files as files and objects as JSON', async () => {
    const form = toFormData({ photo: new File(['x'], 'me.png', { type: 'image/png' }), settings: { theme: 'dark' } });
    const photo = form.get('photo');
    expect(photo).toBeInstanceOf(File);
    expect(photo instanceof File && photo.name).toBe('me.png');
    expect(form.get('settings')).toBe('{"theme":"dark"}');
  });
});
