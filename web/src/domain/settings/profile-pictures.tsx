import type { User } from '@skarb/schema/auth';
import { useState } from 'react';
import { Avatar, WovenBand } from '../../ui/avatar.tsx';
import { useFileUrl } from '../../ui/use-file-url.ts';
import { PicturePicker } from './picture-picker.tsx';
import type { ProfileForm } from './settings.form.ts';

type Props = {
  user: User;
  avatar: ProfileForm['avatar'];
  background: ProfileForm['background'];
  onAvatar: (picture: File | '') => void;
  onBackground: (picture: File | '') => void;
  /** The server's errors as text. */ refused: { avatar?: string; background?: string };
};

/** Banner and avatar as the profile will show them, with the buttons that change them. */
export const ProfilePictures = ({ user, avatar, background, onAvatar, onBackground, refused }: Props) => {
  const [wrong, setWrong] = useState<{ avatar?: string; background?: string }>({});
  const avatarUrl = useFileUrl(avatar) ?? (avatar === '' ? null : user.avatar);
  const backgroundUrl = useFileUrl(background) ?? (background === '' ? null : user.backgroundImg);
  const words = [wrong.avatar ?? refused.avatar, wrong.background ?? refused.background].filter(Boolean);
  return (
    <div>
      <div className="relative h-32 overflow-hidden rounded-3xl bg-ink-900 fluid:h-44">
        {backgroundUrl ? (
          <img src={backgroundUrl} alt="" className="size-full object-cover" />
        ) : (
          <WovenBand seed={user.uuid} />
        )}
        <div className="absolute right-3 top-3">
          <PicturePicker
            shape="background"
            hasPicture={!!backgroundUrl}
            onChange={onBackground}
            onProblem={(problem) => setWrong({ ...wrong, background: problem })}
            describedBy="picture-problems"
          />
        </div>
      </div>
      <div className="relative -mt-10 flex flex-wrap items-end gap-4 px-3">
        <Avatar src={avatarUrl} seed={user.uuid} className="size-24 ring-4 ring-ink-950" />
        <PicturePicker
          shape="avatar"
          hasPicture={!!avatarUrl}
          onChange={onAvatar}
          onProblem={(problem) => setWrong({ ...wrong, avatar: problem })}
          describedBy="picture-problems"
        />
      </div>
      <p id="picture-problems" role="alert" className={words.length ? 'mt-3 text-sm text-red-400' : 'sr-only'}>
        {words.join(' ')}
      </p>
    </div>
  );
};
