// SPDX-License-Identifier: Apache-2.0

/// Signatures of `text` that the `openssl` program made with `SampleKeys.rsa`, in base64.
enum RSASignatures {
    static let rs256 = """
        Godz+tQXEum4RC/C7LRnmBo5NsSFwKnnGam+RVy7aGzGObHrOlUJtONQBfsbOqIL8bE6WUyl3yBp
        z2tE/rtWoPPS5AA85pUeWKoNCOOw8koCSDJnQJYOtdGSjRp8iBk3vcotSRetYxCGNnwIqCxo+j8R
        8hhELYxl7Q+ROflrc7+fEQuXPRyY21g7ZcvpTQiyS38rJVSXZ4ngNdhENQk7aEqJEWA2x3y6SL49
        ayxKzOTfaUMUtZqGlPpWCml4qkBzVFfl7pbwcrH8jD4+1KlItdT7dFcTs/UA/HgiIYcWoNI0827/
        MW0XV2GY89akuwUwLZJFei/ik8vfBB90ACpS1g==
        """
    static let ps256 = """
        R98Kcv3M3MDWOMLXFQFuAUg3inIWqdj8bQ8fe/VVL45w7ZH3gGX2NWEQFN+zXajvn3H+FNqE/zh/
        rtmua8aHI1FMyMBvATNORoN+S+3qK8B77Jm3xCU5nOO0zC0WuGQ24de8OKq0zX/0t2C5bVqqpFKt
        1jLgWmaq9FCGVMNF+CG82aD/GSNBqniNK9HEdCIc/13uoRhAyOCzqvN1wh7/YKtWXfVjx9b8b5yx
        T7GpOCE5LPbxZUFVWi/n+0Rtcz/B5DiYNi2sOGlLfqPHUL082KlIeJSPguPqToy8Q0DLIOp3vB/7
        pe9nuuET/9KXdPHVSr36Zwomv2S91dc1NbPSnw==
        """
    static let rs384 = """
        rTWePq0RVKZiOYDcfG9/GnjJQ3qS1/6uaWYcs3Fb5FlyWailbO5zYd76jLli6W/76+AhP2QJw3rg
        v/cBXmbDyEDg4y9L/ALF/XLvtU7bi4AxatgQVoGfECedD9ltjcxdddSBMvo86BGbja7AULVRREqf
        WQ5entYuS//5cLve51n6haN0qWxRlPlzZ91PYGOLcaGgcPOzHV+Nf37oZD6W++gLVp2zLnZ+5Xfj
        9Y1hZdn7XbHp+Z2227wHNrSfKtbzFkuOw9r3mDRD5yK2/Xs0r4o4g+bBeIkPYchPuqyfweHmLxtO
        sFjrulmh0cFtyQjRd4slmIV5oP9hZB8mMxg29Q==
        """
    static let ps384 = """
        m5TShF1hArZQBFseGUr2KXEARPnhLAjSrxiR5OSaXgkwY2tFlY2NGWGnzPt47RWkSS2lw4Egxe0J
        H9fEYw9Oh7+dhwSp4cRKQHnSKfsS9XOmRNsrpJGkqHfPqUO4IghBPtS972tSeMOnZPQqHEGS6G4/
        6OAx/JY3v3rcU8eYwy6zn+Gxnovf3wWxZ87WrX457fTu61pNbfnd3OuCwQYHAekxSTRRXTyBMXVV
        EkrBYu45WSsxvGINvzOs+KJKWlQFWQ7a7I6rjc9PLOYiCRsD6f6tqZgJupnwYXKhFH29bW+HXB7N
        Fcm+c/q/ZlP8MaZLQCrzHShaw8Y5PSoZxHuNNw==
        """
    static let rs512 = """
        ieO5m9GICcVngXhfffoZc/ey6XmtZArAS3lSmJN9WNXEhswwQlc6OOuylrX9+HiWejz5xxWisMuG
        kUcNebJR8DIHvb3LTvgbsarTIwGPvEX0l1MQ0FRbzc2O8+8xIgbcFyRgnmZ+IuV83BzIkvwqfVaB
        g4FlRGlpZS+bYRApdB69iYdf/PnzkGiBJIFUbbX4W/G40LOQesA+R4xEE4tfMiXPXNSffn/f7meZ
        AEQpBuAaUSAXKQNTMcb91ugHgeg66VYC7d/3maRjWjfeqHgRmLtsBHn9SGUGCcoI/l7e8mbNeMkO
        U8pps14L325p/DHIxyxdISsvjdye6xYCMAErSA==
        """
    static let ps512 = """
        JQqHdOYed+EGOXLxkCzjqaKhSvQ5tE63dQZMhrf0VVO6rSQ/A2NQW9gdyJdC4oqtHyljElo3chzE
        k6S3agSFGesuFI+53JyYbdVNVHJCRTbeKYIgX66AdoB1RGPQanX0dVofLWvchc3Q+YfxWmNizh8E
        NuLiWGUWbrPi9LHgK9+vaRcJCFomWR88xRbgw3xQe9CThxDVveQSB/LKFHqWGvOnafsBE8adsyKb
        cWt6R8sA24UFBQluPFp2sml+3/ZLTDOf3PMVtwOX0iXwtR1pxamaKbjW2V4aQcCPzT7y522YlQaN
        HT+ePr/cBLdOd644uAkt2cnsJhaFlVM8AxUGuw==
        """
}
