import { describe, expect, it } from 'vitest';
import { toFormData } from './form-data.ts';

const entries = (input: Readonly<Record<string, unknown>>) => [...toFormData(input).entries()];

describe('toFormData', () => {
  it('names the method that stands behind the POST', () => {
    expect(entries({})).toEqual([['_method', 'POST']]);
  });

  it('sends nothing as an empty text, flags as 1 and 0, numbers and decimals as they are written', () => {
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

  it('repeats a list under its name with brackets, and empties it with an empty text', () => {
    expect(toFormData({ rolesId: [3, 4] }).getAll('rolesId[]')).toEqual(['3', '4']);
    expect(toFormData({ rolesId: [3, 4] }).has('rolesId')).toBe(false);
    expect(toFormData({ rolesId: [] }).get('rolesId')).toBe('');
  });

  it('leaves out what is undefined, so that it keeps its value', () => {
    expect(entries({ name: undefined })).toEqual([['_method', 'POST']]);
  });

  it('sends a file as a file and an object as JSON', async () => {
    const form = toFormData({ photo: new File(['x'], 'me.png', { type: 'image/png' }), settings: { theme: 'dark' } });
    const photo = form.get('photo');
    expect(photo).toBeInstanceOf(File);
    expect(photo instanceof File && photo.name).toBe('me.png');
    expect(form.get('settings')).toBe('{"theme":"dark"}');
  });
});
